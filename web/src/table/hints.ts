/** Which hint of a lesson is shown: one at a time, each from the first time that its moment has come until it is understood. */

import type { Hint } from "@/games/page";
import type { Scene } from "./scene";

/** `showing` stays until it is understood, even if its moment has passed; then the first that fits and is new. */
export function hintFor<View>(hints: readonly Hint<View>[], understood: ReadonlySet<number>, showing: number | null, scene: Scene<View>): number | null {
  if (showing !== null && !understood.has(showing)) return showing;
  const next = hints.findIndex((hint, number) => !understood.has(number) && hint.when(scene));
  return next < 0 ? null : next;
}
