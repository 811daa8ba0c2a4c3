/** The final ranking. */

import { fill, signed, spoken } from "@/house/language.svelte";
import type { mist } from "@/wire";
import type { Ranked } from "../page";
import { words } from "./words";

export interface Standing {
  seat: number;
  place: number;
  points: number;
  food: number;
}

/** Seats by points, then by food, the best first; equal seats share a place. Empty while the points are hidden. */
export function ranked({ players }: Pick<mist.View, "players">): Standing[] {
  const known = players.flatMap(({ points, food }, seat) => (points === null ? [] : [{ seat, points, food: food ?? 0 }]));
  return known
    .map((one) => ({ ...one, place: 1 + known.filter((other) => other.points > one.points || (other.points === one.points && other.food > one.food)).length }))
    .sort((a, b) => a.place - b.place || a.seat - b.seat);
}

/** Scores of the final ranking, with the food where it breaks a tie. */
export function scores(view: mist.View): Ranked[] {
  if (!view.over) return [];
  const w = spoken(words);
  const all = ranked(view);
  const level = (points: number): boolean => all.filter((one) => one.points === points).length > 1;
  return all.map(({ seat, place, points, food }) => ({ seat, place, score: fill(level(points) ? w.pointsFood : w.points, { n: points > 0 ? points : signed(points), food }) }));
}
