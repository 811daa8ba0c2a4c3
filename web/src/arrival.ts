/**
 * Data that the service embeds in the document, so that the first screen needs no request.
 *
 * The element is missing when the document does not come from the service (`npm run dev`); the page then requests the data.
 */

import type { PageData } from "@/wire";

/** Id of the element with the data; the browser never runs it. */
const TOLD = "arrival";

export function arrival(): Partial<PageData> {
  const text = document.getElementById(TOLD)?.textContent;
  return text ? (JSON.parse(text) as PageData) : {};
}
