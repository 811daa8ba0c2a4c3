/** The connection to a table opens before its screen is loaded; the table's session takes it over. */

import { Connection, type Place } from "./connection";

let waiting: Connection | null = null;

export function approach(place: Place): void {
  waiting = new Connection(place);
}

/** Keep the connection for the rematch. */
export function carryOver(line: Connection, place: Place): void {
  waiting?.close();
  waiting = line;
  line.goOver(place);
}

/** Return the open connection to this place, or a new one. */
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
