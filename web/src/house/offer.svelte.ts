/** The catalogue of the service: games with options, bots and phrases. */

import { arrival } from "@/arrival";
import type { CatalogueResponse, GameResponse } from "@/wire";
import { asking } from "./asking";

let offered = $state<CatalogueResponse | null>(null);
let asked: Promise<CatalogueResponse> | null = null;

export const offer = {
  get current(): CatalogueResponse | null {
    return offered;
  },
  known(): Promise<CatalogueResponse> {
    asked ??= ask().then(
      (found) => (offered = found),
      (flaw) => {
        asked = null;
        throw flaw;
      },
    );
    return asked;
  },
  game(id: string): GameResponse | undefined {
    return offered?.games.find((one) => one.id === id);
  },
};

async function ask(): Promise<CatalogueResponse> {
  return arrival().offer ?? (await asking.catalogue());
}

/** Levels that guests can choose; other bots are for tests and measurements. */
export const LEVELS = ["chick", "hound", "fox", "owl"] as const;
export type Level = (typeof LEVELS)[number];

/** Picture of each level. */
export const HEADS: Record<Level, string> = { chick: "a-chick", hound: "a-dog", fox: "a-fox", owl: "a-owl" };
