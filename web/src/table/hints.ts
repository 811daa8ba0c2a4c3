/** The hint of a lesson to show: one at a time, from its first occasion until it is understood. */

import type { Hint } from "@/games/page";
import type { Scene } from "./scene";

/** Return `showing` until it is understood, then the first new hint that fits. */
export function hintFor<View>(hints: readonly Hint<View>[], understood: ReadonlySet<number>, showing: number | null, scene: Scene<View>): number | null {
  if (showing !== null && !understood.has(showing)) return showing;
  const next = hints.findIndex((hint, number) => !understood.has(number) && hint.when(scene));
  return next < 0 ? null : next;
}
