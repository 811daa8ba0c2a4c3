/** How much of the coach's advice is told at which step. */

import type { AdviceShown, ChoiceShown } from "@/wire";

/** A stake below this is noise, and one above the other worth a thought: hundredths of a victory. */
const CALM = 0.02;
const MATTERS = 0.08;
/** So many choices can be compared at a glance. */
const GLANCE = 6;

/** Whether the choice matters here; how far off the estimate may be counts as not mattering. */
export function weight({ stake, choices }: Pick<AdviceShown, "stake" | "choices">): "calm" | "some" | "matters" {
  if (stake <= CALM || choices.every((choice) => choice.nearly_best)) return "calm";
  return stake < MATTERS ? "some" : "matters";
}

/** The choices worth comparing, in the order of the table, so that the order tells nothing: the best few and the worst. */
export function candidates({ choices }: Pick<AdviceShown, "choices">, legal: readonly string[]): ChoiceShown[] {
  const some = choices.length <= GLANCE ? choices : [...choices.slice(0, GLANCE - 1), ...choices.slice(-1)];
  return some.toSorted((a, b) => legal.indexOf(a.token) - legal.indexOf(b.token));
}
