/** Effects of pending marks, counted on the squares of the view: majorities and land. */

import { placeOf } from "./sheet";
import { type Area, landOf, type Pair, pair, type Prize, type View } from "./view";

export interface Standing {
  marked: Pair;
  leader: number | null;
}

/** A majority now and with the pending marks; `then` is null without a change. */
export interface Majority {
  prize: Prize;
  now: Standing;
  then: Standing | null;
}

export function majorities(view: View, seat: number, pending: readonly string[]): Majority[] {
  return view.prizes.map((prize) => {
    const now = { marked: pair(prize.marked), leader: prize.leader };
    const more = pending.filter((square) => prize.squares.includes(square)).length;
    if (more === 0) return { prize, now, then: null };
    const marked: Pair = seat === 0 ? [now.marked[0] + more, now.marked[1]] : [now.marked[0], now.marked[1] + more];
    return { prize, now, then: { marked, leader: ahead(marked) } };
  });
}

function ahead([crosses, circles]: Pair): number | null {
  return crosses === circles ? null : crosses > circles ? 0 : 1;
}

/** Land that pending marks join or begin: the joined sizes, and the resulting squares. */
export interface LandJoined {
  from: number[];
  squares: string[];
}

export function landWith(view: View, seat: number, pending: readonly string[]): LandJoined[] {
  let joined: LandJoined[] = [];
  const own: Area[] = landOf(view, seat);
  for (const square of pending) {
    const touched = joined.filter((land) => land.squares.some((one) => beside(one, square)));
    const areas = own.filter((area) => area.squares.some((one) => beside(one, square)));
    const fresh = areas.filter((area) => !touched.some((land) => land.squares.includes(area.squares[0] as string)));
    const land = {
      from: [...touched.flatMap((one) => one.from), ...fresh.map((area) => area.squares.length)],
      squares: [...touched.flatMap((one) => one.squares), ...fresh.flatMap((area) => area.squares), square],
    };
    joined = [...joined.filter((one) => !touched.includes(one)), land];
  }
  return joined;
}

/** Side by side; corners do not connect. */
function beside(one: string, other: string): boolean {
  const a = placeOf(one);
  const b = placeOf(other);
  return Math.abs(a.row - b.row) + Math.abs(a.column - b.column) === 1;
}

/** The largest land of a seat, now and with the pending marks. */
export function largest(view: View, seat: number, joined: readonly LandJoined[]): { now: number; then: number } {
  const now = landOf(view, seat)[0]?.squares.length ?? 0;
  return { now, then: Math.max(now, ...joined.map((land) => land.squares.length)) };
}
