/** The line to a table is opened before there is anything to show it on; who sits down there takes it over. */

import { Connection, type Place } from "./connection";

let waiting: Connection | null = null;

export function approach(place: Place): void {
  waiting = new Connection(place);
}

/** A line to this place: the one that is open already, or a new one. */
export function lineTo(place: Place): Connection {
  const open = waiting;
  waiting = null;
  if (open && sameAs(open.place, place)) return open;
  open?.close();
  return new Connection(place);
}

function sameAs(one: Place, other: Place): boolean {
  if ("watch" in one || "watch" in other) return "watch" in one && "watch" in other && one.watch === other.watch;
  return one.table === other.table && Boolean(one.board) === Boolean(other.board);
}
