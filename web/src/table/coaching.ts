/** Parts of the coach's advice for each step. */

import type { AdviceResponse, ChoiceAdvice } from "@/wire";

/** Thresholds of the stake, in shares of a win: noise, and worth a thought. */
const CALM = 0.02;
const MATTERS = 0.08;
/** Number of choices that are easy to compare. */
const GLANCE = 6;

/** Importance of a choice; the error of the estimate does not count. */
export function weight({ stake, choices }: Pick<AdviceResponse, "stake" | "choices">): "calm" | "some" | "matters" {
  if (stake <= CALM || choices.every((choice) => choice.nearly_best)) return "calm";
  return stake < MATTERS ? "some" : "matters";
}

/** Choices to compare: the best few and the worst, in table order, so that the order gives no hint. */
export function candidates({ choices }: Pick<AdviceResponse, "choices">, legal: readonly string[]): ChoiceAdvice[] {
  const some = choices.length <= GLANCE ? choices : [...choices.slice(0, GLANCE - 1), ...choices.slice(-1)];
  return some.toSorted((a, b) => legal.indexOf(a.token) - legal.indexOf(b.token));
}
