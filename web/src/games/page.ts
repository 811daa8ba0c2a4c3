/** What the page of one game offers to the parts that know no game. */

import type { Sentences } from "@/table/reasons";
import type { Scene, Seen } from "@/table/scene";
import type { Component } from "svelte";

/** One row of the final ranking, the best first; who shares a place has the same number. */
export interface Ranked {
  seat: number;
  place: number;
  score: string;
}

/** A hint of a lesson: shown the first time that its moment has come. */
export interface Hint<View> {
  when: (scene: Scene<View>) => boolean;
  says: () => string;
}

/** The record of a match that has just begun, with the first seat to decide. */
export interface Start {
  options: Record<string, boolean | number | string | number[]>;
  seats: string[];
  events: string[];
}

export interface GamePage<View> {
  /** The whole table below the top bar: board, actions, side panel. One that is still telling what happened says so. */
  Board: Component<{ scene: Scene<View>; telling?: (yes: boolean) => void }>;
  /** The rules in our own words, with pictures. */
  Rules: Component;
  /** How far the match is, for the top bar: "Round 3 of 6". */
  progress: (view: View) => string;
  /** An event in one short sentence, or "" for what goes without saying. Events of one update come in order. */
  tell: (event: string, scene: Seen<View>) => string;
  /** A choice in a few words, as on its button. */
  describe: (token: string, scene: Scene<View>) => string;
  /** Who came in where; empty while the match goes on. */
  ranking: (view: View) => Ranked[];
  /** For a game that is won or lost together: how it ended; null while it goes on, and in other games. */
  verdict?: (view: View) => { won: boolean; says: string } | null;
  /** The lesson: a match against gentle bots that starts where something can be learned, with hints at the right moments. */
  lesson: {
    start: Start;
    hints: Hint<View>[];
  };
  /** What the game's scores count, and the sentences that the coach gives its reasons in. */
  sentences: () => Sentences;
  /** One line about every option that the service offers: its name and what it does. */
  options: () => Record<string, { name: string; does: string; choices?: Record<string, string> }>;
}
