/** Reading what the view shows: which item a square belongs to, what a token means, what an update did. No rules here. */

import type { mmm } from "@/wire";

export const FOODS = ["bread", "fish", "cucumber", "cheese", "carrot"] as const;
export type Food = (typeof FOODS)[number];
export type Face = Food | "cross";

const FACES: Record<string, Face> = { b: "bread", f: "fish", u: "cucumber", h: "cheese", a: "carrot", x: "cross" };

/** `place:c4` -> `c4`; null for any other token. */
export function squareOf(token: string): string | null {
  return token.startsWith("place:") ? token.slice("place:".length) : null;
}

/** `roll:bfx` -> bread, fish, cross; null for any other token. */
export function rollOf(token: string): Face[] | null {
  if (!token.startsWith("roll:")) return null;
  return [...token.slice("roll:".length)].map((letter) => FACES[letter] ?? "cross");
}

/** Square -> its item. */
export function itemsBySquare(view: mmm.View): Map<string, mmm.Item> {
  return new Map(view.items.flatMap((item) => item.squares.map((square) => [square, item] as const)));
}

export function itemAt(view: mmm.View, square: string): mmm.Item | undefined {
  return view.items.find((item) => item.squares.includes(square));
}

export function foodAt(view: mmm.View, square: string): Face {
  return (itemAt(view, square)?.food as Face | undefined) ?? "cross";
}

/** Squares of an item where neither a chip nor a die lies. */
export function stillFree(view: mmm.View, item: mmm.Item): number {
  return item.squares.filter((square) => view.free.includes(square)).length;
}

/** Items that somebody has begun and nobody has finished, those that miss least first. */
export function nearlyFinished(view: mmm.View): mmm.Item[] {
  return view.items
    .filter((item) => !item.finished && stillFree(view, item) < item.squares.length)
    .sort((one, other) => stillFree(view, one) - stillFree(view, other) || other.squares.length - one.squares.length);
}

/** All squares that show food, gathered or not. */
export function squaresIn(view: mmm.View): number {
  return view.items.reduce((sum, item) => sum + item.squares.length, 0);
}

/** All dice of this table, wherever they are. */
export function diceIn(view: mmm.View): number {
  return view.dice.length + view.dice_to_roll;
}

/** The first of each kind, in their order. */
export function distinct<One>(all: readonly One[], kind: (one: One) => string): One[] {
  const kinds = new Set<string>();
  return all.filter((one) => !kinds.has(kind(one)) && kinds.add(kind(one)));
}

export interface Stock {
  food: Food;
  left: number;
  of: number;
}

/** What is not gathered yet, food by food; foods that this board does not have are left out. */
export function stock(view: mmm.View): Stock[] {
  return FOODS.map((food) => {
    const items = view.items.filter((item) => item.food === food);
    return {
      food,
      left: items.reduce((sum, item) => sum + item.left, 0),
      of: items.reduce((sum, item) => sum + item.squares.length, 0),
    };
  }).filter(({ of }) => of > 0);
}

/** What happened between two views, for those who watch: what moved, in the order in which it is shown. */
export interface Story {
  /** The square where a die was put. */
  placed: string | null;
  /** Squares that were gathered. */
  gathered: string[];
  finished: mmm.Item[];
  /** Squares whose dice came off because a roll failed. */
  cameOff: string[];
  /** The rolls that failed, as their dice showed. */
  failed: Face[][];
  /** Whether dice lie there now that were just rolled. */
  rolled: boolean;
  /** Where the cat was, and where it is. */
  cat: { from: number; to: number };
}

/** Whether this roll is the one that lies on the table, with nothing placed of it yet. */
export function liesNow(roll: readonly Face[], view: mmm.View): boolean {
  return !view.over && [...roll].sort().join() === [...view.rolled].sort().join();
}

export function storyOf(before: mmm.View, view: mmm.View, events: readonly string[]): Story {
  const rolls = events.map(rollOf).filter((roll) => roll !== null);
  const last = rolls.at(-1);
  const rolled = last !== undefined && liesNow(last, view);
  const placed = events.map(squareOf).find((square) => square !== null) ?? null;
  const gathered = view.gathered.filter((square) => !before.gathered.includes(square));
  const lay = placed === null ? before.dice : [...before.dice, placed];
  return {
    placed,
    gathered,
    finished: view.items.filter((item, number) => item.finished && !before.items[number]?.finished),
    cameOff: lay.filter((square) => !gathered.includes(square) && !view.dice.includes(square)),
    failed: rolled ? rolls.slice(0, -1) : rolls,
    rolled,
    cat: { from: before.cat_moved, to: view.cat_moved },
  };
}
