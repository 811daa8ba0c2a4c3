/** Errors of a drawing in the guest's language. The editor marks the squares that a sentence names. */

import { fill, language, spoken } from "@/house/language.svelte";
import { words } from "@/words";

type Flaw = keyof typeof words.en.editor.flaws;

/** Our key, the pattern of the service's sentence, and the names of its groups. */
export const FLAWS: [Flaw, RegExp, string[]][] = [
  ["noFood", /^There is no food on the board/, []],
  ["tooLarge", /^The (\w+) at (.+?) has (\d+) squares: at most (\d+)/, ["food", "squares", "n", "most"]],
  ["tooMany", /^The board has (\d+) items: at most (\d+)/, ["n", "most"]],
  ["border", /^The trough cell at (\w+) lies on the border/, ["squares"]],
  ["smallTouch", /^The small troughs at (.+?) touch/, ["squares"]],
  ["largeCells", /^The large trough at (.+?) has (\d+) cell/, ["squares", "n"]],
  ["touch", /^The troughs at (.+?) and at (.+?) touch/, ["squares", "others"]],
  ["manyTroughs", /^The sheet has (\d+) troughs: at most (\d+)/, ["n", "most"]],
  ["noCow", /^There is no cow on the sheet/, []],
  ["noNumber", /^There is no number on the sheet/, []],
  ["small", /^The grid has .+: at least (\d+) by/, ["n"]],
  ["large", /^The grid has .+: at most (\d+) by/, ["n"]],
  ["uneven", /^Row (\d+) has (\d+) squares?, but row 1 has (\d+)/, ["row", "n", "first"]],
  ["unknown", /^"(.+)" at (.+?) means nothing/, ["letter", "squares"]],
];

const SQUARES = /\b[a-h][1-8]\b/g;

/** Squares named in a sentence. */
export function squaresIn(flaw: string): string[] {
  return flaw.match(SQUARES) ?? [];
}

export function flawSays(flaw: string): string {
  const w = spoken(words).editor;
  for (const [key, sentence, names] of FLAWS) {
    const found = sentence.exec(flaw);
    if (found) return fill(w.flaws[key], Object.fromEntries(names.map((name, number) => [name, gap(name, found[number + 1] ?? "")])));
  }
  return flaw;
}

function gap(name: string, value: string): string {
  const things: Partial<Record<string, string>> = spoken(words).editor.things;
  if (name === "food") return things[value] ?? value;
  if (name !== "squares" && name !== "others") return value;
  return new Intl.ListFormat(language.current === "en" ? "en-GB" : language.current).format(squaresIn(value));
}
