/** Interface of a game's page for the parts that belong to no game. */

import type { Sentences } from "@/table/reasons";
import type { Scene, Seen } from "@/table/scene";
import type { Component } from "svelte";

/** One row of the final ranking, the best first; equal results share a place. */
export interface Ranked {
  seat: number;
  place: number;
  score: string;
}

/** A hint of a lesson, shown at its first occasion. */
export interface Hint<View> {
  when: (scene: Scene<View>) => boolean;
  says: () => string;
}

/** Record of a match that has just begun, with the first seat on turn. */
export interface Start {
  options: Record<string, boolean | number | string | number[]>;
  seats: string[];
  events: string[];
}

export interface GamePage<View> {
  /** The whole table below the top bar: board, actions, side panel. `telling` reports whether it still shows earlier moves. */
  Board: Component<{ scene: Scene<View>; telling?: (yes: boolean) => void }>;
  /** Progress of the match for the top bar: "Round 3 of 6". */
  progress: (view: View) => string;
  /** Sentence of an event, or "" for none. Events of one update come in order. */
  tell: (event: string, scene: Seen<View>) => string;
  /** Short text of a choice, as on its button. */
  describe: (token: string, scene: Scene<View>) => string;
  /** Final ranking; empty during the match. */
  ranking: (view: View) => Ranked[];
  /** Result of a cooperative game; null during the match and in other games. */
  verdict?: (view: View) => { won: boolean; says: string } | null;
  /** The lesson: a match against weak bots from a prepared position, with hints. */
  lesson: {
    start: Start;
    hints: Hint<View>[];
  };
  /** The unit of the scores, and the sentences of the coach. */
  sentences: () => Sentences;
  /** Name and one line of help for every option. */
  options: () => Record<string, { name: string; does: string; choices?: Record<string, string> }>;
}
