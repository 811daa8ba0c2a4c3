/**
 * What the service tells with the document itself, so that nobody has to ask for it before the first screen.
 *
 * Nothing is told where the document does not come from the service (`npm run dev`): then it is asked for.
 */

import type { Arrival } from "@/wire";

/** The element of the document that holds it; data, and never run. */
const TOLD = "arrival";

export function arrival(): Partial<Arrival> {
  const text = document.getElementById(TOLD)?.textContent;
  return text ? (JSON.parse(text) as Arrival) : {};
}
