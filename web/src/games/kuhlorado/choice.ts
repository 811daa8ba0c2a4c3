/** The choice of squares and dice, and its tokens. The view lists the legal ones. */

import type { View } from "./view";

export const COW = "c";

/** Squares that may be marked now, from the legal tokens. */
export function markable(legal: readonly string[]): Set<string> {
  return new Set(legal.filter((token) => token.startsWith("mark:")).map((token) => token.slice("mark:".length)));
}

/** Possible partners of a square. */
export function partnersOf(view: View, square: string): readonly string[] {
  return view.marks.find((mark) => mark.square === square)?.partners ?? [];
}

/** Return whether two cows must be marked; both are chosen before the request. */
export function twoWanted(view: View): boolean {
  return view.chosen === null && view.dice.length === 2 && view.dice.every((die) => die === COW) && view.marks.length > 1;
}

/** Return the choice after a tap on a square: removed, added as the second, or a new choice. */
export function choose(view: View, legal: readonly string[], chosen: readonly string[], square: string): string[] {
  if (!markable(legal).has(square)) return [...chosen];
  if (chosen.includes(square)) return chosen.filter((one) => one !== square);
  if (twoWanted(view)) return [...chosen.slice(-1), square];
  const mate = chosen.find((one) => partnersOf(view, one).includes(square));
  return mate === undefined ? [square] : [mate, square];
}

/** Tokens of a complete choice, else none. The order of a pair does not matter. */
export function tokensOf(view: View, chosen: readonly string[]): string[] {
  if (chosen.length === 0 || (twoWanted(view) && chosen.length < 2)) return [];
  const marks = [...chosen].sort().map((square) => `mark:${square}`);
  const alone = chosen.length === 1 && partnersOf(view, chosen[0] as string).length > 0;
  return alone ? [...marks, "done"] : marks;
}

/** Squares to highlight: possible partners of the chosen or first marked square. */
export function partners(view: View, legal: readonly string[], chosen: readonly string[]): Set<string> {
  if (view.chosen !== null) return view.may_stop ? markable(legal) : new Set();
  return new Set(chosen.slice(0, 1).flatMap((square) => partnersOf(view, square)));
}

/** The pair of a cow and a number with these marks, from the first square to the second. */
export function pairOf(view: View | null, marks: readonly string[]): readonly [string, string] | null {
  if (!view || view.dice.filter((die) => die === COW).length !== 1) return null;
  const [first, second] = view.chosen === null ? marks : [view.chosen, ...marks];
  return first !== undefined && second !== undefined ? [first, second] : null;
}

/** Token that keeps the held dice and rolls the others again. */
export function keepToken(dice: readonly string[], held: readonly boolean[]): string {
  return `keep:${dice.filter((_, index) => held[index]).join("") || "-"}`;
}

/** The dice of the latest roll: all of a first roll, and those not kept of a second. */
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
