/** Which moments are worth watching again, and how they are set on the board. */

import type { Welcome } from "@/wire";
import type { Scene } from "./scene";
import type { Moment } from "./sitting.svelte";

/** Whether one of us decided in it, and not a bot that keeps the seat. */
function ours(moment: Moment, mine: readonly number[]): boolean {
  return moment.told.some(({ line }) => line.what === "played" && !line.bot && line.seat != null && mine.includes(line.seat));
}

/** The moments after our last decision; where nothing has happened since, those after the one before, ours included. */
export function lastMoments(moments: readonly Moment[], mine: readonly number[]): Moment[] {
  const last = moments.findLastIndex((moment) => ours(moment, mine));
  if (last < moments.length - 1) return moments.slice(last + 1);
  // Our own decisions may come several in a row: back to the last that others made before them.
  const others = moments.findLastIndex((moment) => !ours(moment, mine));
  const before = moments.findLastIndex((moment, index) => index < others && ours(moment, mine));
  return moments.slice(others < 0 ? 0 : before + 1);
}

/** A moment on the board, nothing to be pressed; `after` it happened, or as the table was before. */
export function sceneOf(moment: Moment, welcome: Welcome, after: boolean): Scene {
  const { standing, before, events } = moment;
  return {
    view: after ? standing.view : (before ?? standing.view),
    before: after ? before : null,
    events: after ? events : [],
    legal: [],
    deciding: false,
    busy: false,
    seats: standing.seats,
    turn: standing.turn,
    me: welcome.seat,
    advice: null,
    options: welcome.options,
    play: () => {},
  };
}
