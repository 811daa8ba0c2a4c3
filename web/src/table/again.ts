/** Moments to watch again, and their scenes. */

import type { Welcome } from "@/wire";
import type { Scene } from "./scene";
import type { Moment } from "./sitting.svelte";

/** Return whether a seat of this guest decided in the moment, and not a substitute bot. */
function ours(moment: Moment, mine: readonly number[]): boolean {
  return moment.told.some(({ line }) => line.what === "played" && !line.bot && line.seat != null && mine.includes(line.seat));
}

/** Moments after the guest's last decision. If there are none, moments after the decision before it. */
export function lastMoments(moments: readonly Moment[], mine: readonly number[]): Moment[] {
  const last = moments.findLastIndex((moment) => ours(moment, mine));
  if (last < moments.length - 1) return moments.slice(last + 1);
  // The guest may have made several decisions in a row: go back to the last one of another player.
  const others = moments.findLastIndex((moment) => !ours(moment, mine));
  const before = moments.findLastIndex((moment, index) => index < others && ours(moment, mine));
  return moments.slice(others < 0 ? 0 : before + 1);
}

/** Scene of a moment without controls: `after` the event, or before it. */
export function sceneOf(moment: Moment, welcome: Welcome, after: boolean): Scene {
  const { snapshot, before, events } = moment;
  return {
    view: after ? snapshot.view : (before ?? snapshot.view),
    before: after ? before : null,
    events: after ? events : [],
    legal: [],
    deciding: false,
    busy: false,
    seats: snapshot.seats,
    turn: snapshot.turn,
    me: welcome.seat,
    advice: null,
    options: welcome.options,
    play: () => {},
  };
}
