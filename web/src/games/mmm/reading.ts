/** Reading of views and tokens: items, squares and changes. No rules here. */

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

/** Number of squares of an item without chip or die. */
export function stillFree(view: mmm.View, item: mmm.Item): number {
  return item.squares.filter((square) => view.free.includes(square)).length;
}

/** Started and unfinished items, the fewest missing squares first. */
export function nearlyFinished(view: mmm.View): mmm.Item[] {
  return view.items
    .filter((item) => !item.finished && stillFree(view, item) < item.squares.length)
    .sort((one, other) => stillFree(view, one) - stillFree(view, other) || other.squares.length - one.squares.length);
}

/** Number of squares with food, gathered or not. */
export function squaresIn(view: mmm.View): number {
  return view.items.reduce((sum, item) => sum + item.squares.length, 0);
}

/** Number of dice of this table. */
export function diceIn(view: mmm.View): number {
  return view.dice.length + view.dice_to_roll;
}

/** The first of each kind, in order. */
export function distinct<One>(all: readonly One[], kind: (one: One) => string): One[] {
  const kinds = new Set<string>();
  return all.filter((one) => !kinds.has(kind(one)) && kinds.add(kind(one)));
}

export interface Stock {
  food: Food;
  left: number;
  of: number;
}

/** Squares left by food; foods that this board does not have are left out. */
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

/** Changes between two views, in the order of their animation. */
export interface Story {
  /** Square of the placed die. */
  placed: string | null;
  /** Gathered squares. */
  gathered: string[];
  finished: mmm.Item[];
  /** Squares with dice removed by a failed roll. */
  cameOff: string[];
  /** Failed rolls with their faces. */
  failed: Face[][];
  /** Whether the dice on the table were just rolled. */
  rolled: boolean;
  /** Position of the cat before and after. */
  cat: { from: number; to: number };
}

/** Return whether this roll is on the table, with no die placed yet. */
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
