/** The view as the page reads it: pairs of numbers, where the wire only says lists. */

import type { Animal } from "@/look/animals";
import type { kuhlorado } from "@/wire";

export type View = kuhlorado.View;
export type Prize = kuhlorado.Prize;
export type Area = kuhlorado.Area;

/** One number for each seat: crosses first, then circles. */
export type Pair = readonly [number, number];
export const SEATS = [0, 1] as const;

/** The sign of each seat: its colour is the colour of its pen. */
export const ANIMAL_OF: readonly [Animal, Animal] = ["cow", "chicken"];

export function animalFor(seat: number): Animal {
  return seat === 0 ? ANIMAL_OF[0] : ANIMAL_OF[1];
}

export function pair(two: readonly unknown[]): Pair {
  return [Number(two[0] ?? 0), Number(two[1] ?? 0)];
}

/** From how many squares on land gives how many points, ascending. */
export interface Band {
  from: number;
  points: number;
}

export function bandsOf(view: View): Band[] {
  return view.area_bands.map((band) => ({ from: Number(band[0]), points: Number(band[1]) }));
}

/** What land of a size is worth by the bands that the view names. */
export function bandPoints(view: View, squares: number): number {
  return bandsOf(view).findLast((band) => squares >= band.from)?.points ?? 0;
}

/** The land of one seat, the largest first, as the view lists it. */
export function landOf(view: View, seat: number): Area[] {
  return view.areas.filter((area) => area.owner === seat);
}

export function ownerOf(view: View, square: string): number | null {
  return squareNamed(view, square)?.owner ?? null;
}

export function squareNamed(view: View, square: string): kuhlorado.Square | undefined {
  return view.rows.flat().find((one) => one.name === square);
}

/** The squares that are marked now and were free before. */
export function newlyMarked(before: View | null, view: View): string[] {
  if (!before) return [];
  const free = new Set(before.rows.flat().filter((one) => one.owner === null).map((one) => one.name));
  return view.rows.flat().filter((one) => one.owner !== null && free.has(one.name)).map((one) => one.name);
}
