/** The view with pairs of numbers, where the wire has lists. */

import type { Animal } from "@/look/animals";
import type { kuhlorado } from "@/wire";

export type View = kuhlorado.View;
export type Prize = kuhlorado.Prize;
export type Area = kuhlorado.Area;

/** One number for each seat: crosses first, then circles. */
export type Pair = readonly [number, number];
export const SEATS = [0, 1] as const;

/** Animal of each seat; its colour is the colour of the pen. */
export const ANIMAL_OF: readonly [Animal, Animal] = ["cow", "chicken"];

export function animalFor(seat: number): Animal {
  return seat === 0 ? ANIMAL_OF[0] : ANIMAL_OF[1];
}

export function pair(two: readonly unknown[]): Pair {
  return [Number(two[0] ?? 0), Number(two[1] ?? 0)];
}

/** Minimum size and points of land, ascending. */
export interface Band {
  from: number;
  points: number;
}

export function bandsOf(view: View): Band[] {
  return view.area_bands.map((band) => ({ from: Number(band[0]), points: Number(band[1]) }));
}

/** Points for land of a size, by the bands of the view. */
export function bandPoints(view: View, squares: number): number {
  return bandsOf(view).findLast((band) => squares >= band.from)?.points ?? 0;
}

/** Land of one seat, the largest first, in the order of the view. */
export function landOf(view: View, seat: number): Area[] {
  return view.areas.filter((area) => area.owner === seat);
}

export function ownerOf(view: View, square: string): number | null {
  return squareNamed(view, square)?.owner ?? null;
}

export function squareNamed(view: View, square: string): kuhlorado.Square | undefined {
  return view.rows.flat().find((one) => one.name === square);
}

/** Squares that are marked now and were free before. */
export function newlyMarked(before: View | null, view: View): string[] {
  if (!before) return [];
  const free = new Set(before.rows.flat().filter((one) => one.owner === null).map((one) => one.name));
  return view.rows.flat().filter((one) => one.owner !== null && free.has(one.name)).map((one) => one.name);
}
