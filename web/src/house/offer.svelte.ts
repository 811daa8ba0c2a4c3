/** The catalogue of the service: games with options, bots and phrases. */

import { arrival } from "@/arrival";
import type { Catalogue, GameShown } from "@/wire";
import { asking } from "./asking";

let offered = $state<Catalogue | null>(null);
let asked: Promise<Catalogue> | null = null;

export const offer = {
  get current(): Catalogue | null {
    return offered;
  },
  known(): Promise<Catalogue> {
    asked ??= ask().then(
      (found) => (offered = found),
      (flaw) => {
        asked = null;
        throw flaw;
      },
    );
    return asked;
  },
  game(id: string): GameShown | undefined {
    return offered?.games.find((one) => one.id === id);
  },
};

async function ask(): Promise<Catalogue> {
  return arrival().offer ?? (await asking.catalogue());
}

/** Levels that guests can choose; other bots are for tests and measurements. */
export const LEVELS = ["chick", "hound", "fox", "owl"] as const;
export type Level = (typeof LEVELS)[number];

/** Picture of each level. */
export const HEADS: Record<Level, string> = { chick: "a-chick", hound: "a-dog", fox: "a-fox", owl: "a-owl" };
