/** Effects of pending marks in sentences. */

import { fill, spoken } from "@/house/language.svelte";
import type { LandJoined, Majority } from "./outlook";
import type { PrizeName } from "./telling";
import { bandPoints, type View } from "./view";
import { words } from "./words";

export interface Effect {
  says: string;
  /** Whether a majority changes or land reaches a scoring step. */
  counts: boolean;
}

/** Pending marks: their player, the majorities, and the joined land. */
export interface Pending {
  pen: number;
  rows: readonly Majority[];
  joined: readonly LandJoined[];
}

export function effectsOf(view: View, { pen, rows, joined }: Pending, called: readonly PrizeName[], names: readonly string[]): Effect[] {
  const turned = rows.flatMap((row, index) => atMajority(row, pen, called[index]?.long ?? "", names));
  // A single new square is mentioned only without other effects.
  const land = joined.filter((one) => one.squares.length > 1);
  const said = turned.length + land.length > 0 ? land : joined.slice(0, 1);
  return [...turned, ...said.map((one) => ofLand(view, one))];
}

function atMajority({ prize, now, then }: Majority, pen: number, what: string, names: readonly string[]): Effect[] {
  const w = spoken(words);
  if (!then) return [];
  const gaps = { what: what.charAt(0).toUpperCase() + what.slice(1), n: prize.points, name: names[1 - pen] ?? "" };
  if (then.leader === pen && now.leader !== pen) return [{ says: fill(now.leader === null ? w.takes : w.takesFrom, gaps), counts: true }];
  if (then.leader === null && now.leader !== null) return [{ says: fill(w.levels, gaps), counts: true }];
  return [{ says: fill(w.stays, { ...gaps, mine: then.marked[pen] ?? 0, theirs: then.marked[1 - pen] ?? 0 }), counts: false }];
}

function ofLand(view: View, { from, squares }: LandJoined): Effect {
  const w = spoken(words);
  const to = squares.length;
  const sentence =
    from.length === 0 ? fill(w.landBegins, { to })
    : from.length === 1 ? fill(w.landGrows, { from: from[0] ?? 0, to })
    : fill(w.landJoins, { from: from.join(" + "), to });
  const n = bandPoints(view, to);
  const counts = n > Math.max(0, ...from.map((size) => bandPoints(view, size)));
  return { says: n > 0 ? fill(w.landWorth, { sentence, n }) : sentence, counts };
}
