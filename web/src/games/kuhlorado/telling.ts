/** Sentences of Kuhlorado: events, choices and names. */

import { fill, spoken } from "@/house/language.svelte";
import { nameOf, type Scene, type Seen } from "@/table/scene";
import type { Ranked } from "../page";
import { COW } from "./choice";
import { partOf, type Size, sizeOf } from "./sheet";
import { newlyMarked, ownerOf, pair, type Prize, squareNamed, type View } from "./view";
import { words } from "./words";

type Shown = Seen<View>;

/** A face of a die or a square in a sentence: "a 3", "a cow". */
export function faceInWords(face: string): string {
  const { face: w } = spoken(words);
  return face === COW || face === "cow" ? w.cow : fill(w.number, { n: face });
}

/** A face with the definite article: "the 3", "the cow". */
export function thatFace(face: string): string {
  const { thatFace: w } = spoken(words);
  return face === COW ? w.cow : fill(w.number, { n: face });
}

/** Dice in a sentence: "a 3 and a cow", "two cows". */
export function facesInWords(faces: readonly string[]): string {
  const w = spoken(words);
  const [one = "", other] = faces;
  if (other === undefined) return faceInWords(one);
  if (one === other) return one === COW ? w.twoCows : fill(w.twoAlike, { n: one });
  return fill(w.facesTwo, { one: faceInWords(one), other: faceInWords(other) });
}

/** The dice as a title: "Cow and 4". The view has the lower one first. */
export function diceTitle(dice: readonly string[]): string {
  const { diceTitle: w } = spoken(words);
  const [one = "", other] = dice;
  if (other === undefined) return one === "" ? "" : one === COW ? spoken(words).square.cow : one;
  if (one === other) return one === COW ? w.cows : fill(w.alike, { n: one });
  return other === COW ? fill(w.cow, { n: one }) : fill(w.number, { n: one, m: other });
}

export function dieInWords(face: string): string {
  const { dieShows: w } = spoken(words);
  return face === COW ? w.cow : fill(w.number, { n: face });
}

export interface PrizeName {
  /** In the table: "North", "Large, top left". */
  name: string;
  /** On a small chip. */
  short: string;
  /** In a sentence: "north pasture", "large trough top left". */
  long: string;
}

/** Names of pastures and troughs; troughs of the same kind in the same part of the sheet get their square. */
export function prizeNames(view: View): PrizeName[] {
  const w = spoken(words);
  const size = sizeOf(view);
  const parts = view.prizes.map((prize) => placeInWords(prize, size));
  return view.prizes.map((prize, index) => {
    const first = prize.cells[0];
    if (first === undefined) {
      const side = prize.name.split(" ")[0] ?? "";
      const name = w.pastures[side] ?? prize.name;
      return { name, short: name, long: w.pasturesLong[side] ?? prize.name };
    }
    const large = prize.cells.length > 1;
    const twin = view.prizes.some(
      (other, at) => at !== index && parts[at] === parts[index] && other.cells.length === prize.cells.length,
    );
    const where = twin ? `${parts[index]} ${first}` : (parts[index] ?? first);
    const kind = large ? w.large : w.small;
    return {
      name: fill(w.troughNamed, { kind, where }),
      short: fill(w.troughShort, { kind, where }),
      long: fill(large ? w.troughLong.large : w.troughLong.small, { where }),
    };
  });
}

function placeInWords(prize: Prize, size: Size): string {
  if (prize.cells.length === 0) return prize.name;
  const { down, across } = partOf(prize.cells, size);
  return spoken(words).parts[down][across];
}

/**
 * Sentence of an event. The actor follows from the views: a mark has its owner, dice on the table belong to the
 * active player, and everything else to the active player before. Without an earlier view
 * the log names the deciding seat; a roll then has no name.
 */
export function tell(event: string, shown: Shown): string {
  const w = spoken(words);
  const [word = "", text = ""] = event.split(":");
  const { view, before } = shown;
  const actor = before === null ? (shown.whose ?? null) : before.active;
  const said = (named: string, nameless: string, seat: number | null, gaps: Record<string, string> = {}): string =>
    seat === null ? fill(nameless, gaps) : fill(named, { ...gaps, who: nameOf(shown, seat) });
  switch (word) {
    case "starter":
      return said(w.begins, w.beginsNameless, Number(text) - 1);
    case "throw": {
      const lies = before !== null && view.dice.join("").includes(text) && !passedWithout(shown, text);
      const sentence = said(w.threw, w.threwNameless, before === null ? null : lies ? view.active : actor, { what: facesInWords([...text]) });
      return passedWithout(shown, text) ? `${sentence} ${w.nothingFits}` : sentence;
    }
    case "keep": {
      if (text === "-") return said(w.keptNone, w.keptNoneNameless, actor);
      if (text.length === 1) return said(w.keptOne, w.keptOneNameless, actor, { what: thatFace(text) });
      const kept = said(w.keptBoth, w.keptBothNameless, actor);
      return nothingMarked(shown) ? `${kept} ${w.nothingFits}` : kept;
    }
    case "mark": {
      const what = faceInWords(squareNamed(view, text)?.shows ?? "");
      const sentence = fill(w.marked, { who: nameOf(shown, ownerOf(view, text) ?? actor ?? 0), square: text, what });
      return [sentence, ...(newlyMarked(before, view).sort().at(-1) === text ? aftermath(shown) : [])].join(" ");
    }
    default:
      return "";
  }
}

/** Return whether a second roll fitted no free square: the next player's dice are already on the table. */
function passedWithout(shown: Shown, thrown: string): boolean {
  return nothingMarked(shown) && shown.view.dice.join("") !== thrown;
}

function nothingMarked({ view, before }: Shown): boolean {
  return before !== null && before.throws_left === 1 && view.active !== before.active && newlyMarked(before, view).length === 0;
}

/** Consequences at the end of a turn, once, after its last mark. */
function aftermath(shown: Shown): string[] {
  const w = spoken(words);
  const { view, before } = shown;
  const told: string[] = [];
  if (view.interim?.points && !before?.interim?.points) {
    const [m, n] = pair(view.interim.points);
    told.push(fill(w.interimTold, { one: nameOf(shown, 0), other: nameOf(shown, 1), m, n }));
  }
  if (view.over) told.push(whyOver(view));
  return told;
}

export function whyOver(view: View): string {
  const w = spoken(words);
  return view.cows_free === 0 ? w.noCowLeft : fill(w.fewNumbers, { n: numbersFree(view) });
}

export function numbersFree(view: View): number {
  return view.numbers_free.reduce((sum, one) => sum + one, 0);
}

export function describe(token: string, scene: Pick<Scene<View>, "view">): string {
  const { describe: w } = spoken(words);
  const [word = "", text = ""] = token.split(":");
  if (word === "done") return w.done;
  if (word === "mark") return fill(w.mark, { square: text, what: faceInWords(squareNamed(scene.view, text)?.shows ?? "") });
  if (word !== "keep") return token;
  if (text === "-") return w.keepNone;
  return text.length > 1 ? w.keepBoth : fill(w.keepOne, { what: thatFace(text) });
}

export function progress(view: View): string {
  return fill(spoken(words).progress, { n: view.cows_free });
}

export function ranking(view: View): Ranked[] {
  if (!view.over) return [];
  const scores = pair(view.scores);
  return [0, 1]
    .map((seat) => ({
      seat,
      place: (scores[seat] ?? 0) >= Math.max(...scores) ? 1 : 2,
      score: fill(spoken(words).points, { n: scores[seat] ?? 0 }),
    }))
    .sort((one, other) => one.place - other.place);
}

/** Result of the match, from the point of view of the guest. */
export function endInWords(shown: Pick<Scene<View>, "view" | "seats" | "me">): string {
  const w = spoken(words);
  const [crosses, circles] = pair(shown.view.scores);
  if (crosses === circles) return fill(w.drawn, { mine: crosses, theirs: circles });
  const winner = crosses > circles ? 0 : 1;
  const gaps = { name: nameOf(shown, winner), mine: Math.max(crosses, circles), theirs: Math.min(crosses, circles) };
  return fill(shown.me === winner ? w.youWon : w.wonBy, gaps);
}
