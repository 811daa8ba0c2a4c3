/** Who came in where. */

import type { mist } from "@/wire";

export interface Standing {
  seat: number;
  place: number;
  points: number;
  food: number;
}

/** Seats by points, then by food, the best first; who is level in both shares a place. Empty while they are not known. */
export function ranked({ players }: Pick<mist.View, "players">): Standing[] {
  const known = players.flatMap(({ points, food }, seat) => (points === null ? [] : [{ seat, points, food: food ?? 0 }]));
  return known
    .map((one) => ({ ...one, place: 1 + known.filter((other) => other.points > one.points || (other.points === one.points && other.food > one.food)).length }))
    .sort((a, b) => a.place - b.place || a.seat - b.seat);
}
