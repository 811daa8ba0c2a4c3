/** What is chosen on the sheet and among the dice, and the tokens that say so. What may be chosen, the view tells. */

import type { View } from "./view";

export const COW = "c";

/** The squares that may be marked now, of the tokens that are legal. */
export function markable(legal: readonly string[]): Set<string> {
  return new Set(legal.filter((token) => token.startsWith("mark:")).map((token) => token.slice("mark:".length)));
}

/** The squares of which one may be marked together with this one. */
export function partnersOf(view: View, square: string): readonly string[] {
  return view.marks.find((mark) => mark.square === square)?.partners ?? [];
}

/** Two cows lie there and both want a square: two are chosen before anything is sent. */
export function twoWanted(view: View): boolean {
  return view.chosen === null && view.dice.length === 2 && view.dice.every((die) => die === COW) && view.marks.length > 1;
}

/** What a tap on a square makes of the choice: taken back, added as a second, or begun anew. */
export function choose(view: View, legal: readonly string[], chosen: readonly string[], square: string): string[] {
  if (!markable(legal).has(square)) return [...chosen];
  if (chosen.includes(square)) return chosen.filter((one) => one !== square);
  if (twoWanted(view)) return [...chosen.slice(-1), square];
  const mate = chosen.find((one) => partnersOf(view, one).includes(square));
  return mate === undefined ? [square] : [mate, square];
}

/** The tokens of a choice, or none while it is not complete. Of a pair it does not matter which is marked first. */
export function tokensOf(view: View, chosen: readonly string[]): string[] {
  if (chosen.length === 0 || (twoWanted(view) && chosen.length < 2)) return [];
  const marks = [...chosen].sort().map((square) => `mark:${square}`);
  const alone = chosen.length === 1 && partnersOf(view, chosen[0] as string).length > 0;
  return alone ? [...marks, "done"] : marks;
}

/** Squares that light up beside the choice: possible partners of what is chosen here, or was marked first. */
export function partners(view: View, legal: readonly string[], chosen: readonly string[]): Set<string> {
  if (view.chosen !== null) return view.may_stop ? markable(legal) : new Set();
  return new Set(chosen.slice(0, 1).flatMap((square) => partnersOf(view, square)));
}

/** The pair that a cow and a number make with these marks, from its first square to its second, which may be chosen already. */
export function pairOf(view: View | null, marks: readonly string[]): readonly [string, string] | null {
  if (!view || view.dice.filter((die) => die === COW).length !== 1) return null;
  const [first, second] = view.chosen === null ? marks : [view.chosen, ...marks];
  return first !== undefined && second !== undefined ? [first, second] : null;
}

/** The token that keeps the dice held, and throws the others again. */
export function keepToken(dice: readonly string[], held: readonly boolean[]): string {
  return `keep:${dice.filter((_, index) => held[index]).join("") || "-"}`;
}

/** Which dice of the view were thrown just now: all of a first throw, of a second those that were not kept. */
export function thrownNow(events: readonly string[], dice: readonly string[]): boolean[] {
  const last = events.at(-1);
  if (!last?.startsWith("throw:")) return dice.map(() => false);
  const thrown = [...last.slice("throw:".length)];
  return dice.map((die) => {
    const found = thrown.indexOf(die);
    if (found >= 0) thrown.splice(found, 1);
    return found >= 0;
  });
}
