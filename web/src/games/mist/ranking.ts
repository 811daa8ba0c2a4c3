/** Who came in where. */

import type { mist } from "@/wire";

export interface Standing {
  seat: number;
  place: number;
  points: number;
}

/** Seats by points, the best first; who is level shares a place. Empty while the points are not known. */
export function ranked({ players }: Pick<mist.View, "players">): Standing[] {
  const known = players.flatMap(({ points }, seat) => (points === null ? [] : [{ seat, points }]));
  return known
    .map((one) => ({ ...one, place: 1 + known.filter((other) => other.points > one.points).length }))
    .sort((a, b) => a.place - b.place || a.seat - b.seat);
}
