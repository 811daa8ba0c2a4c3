/** Hints of the lesson. */

import { spoken } from "@/house/language.svelte";
import type { Scene } from "@/table/scene";
import type { mist } from "@/wire";
import type { Hint } from "../page";
import { words } from "./words";

/** Landing of the newest die, on the guest's turn. */
function ahead({ deciding, view }: Scene<mist.View>): { card: number; mine: boolean } | null {
  const landing = deciding && view.newest !== null ? view.landings[view.newest - 1] : undefined;
  return landing ? { card: view.path[landing.place]?.card ?? 0, mine: landing.taker === view.whose } : null;
}

export const hints: Hint<mist.View>[] = [
  { when: (scene) => ahead(scene) !== null, says: () => spoken(words).hints.roll },
  { when: (scene) => scene.deciding && scene.view.dice.length > 1, says: () => spoken(words).hints.locked },
  { when: (scene) => ahead(scene)?.mine === false, says: () => spoken(words).hints.queue },
  { when: (scene) => { const at = ahead(scene); return at !== null && at.mine && at.card < 0; }, says: () => spoken(words).hints.dung },
  { when: (scene) => { const at = ahead(scene); return at !== null && at.mine && at.card >= 6; }, says: () => spoken(words).hints.food },
  { when: ({ deciding, view }) => !deciding && view.whose !== null, says: () => spoken(words).hints.rival },
  { when: ({ deciding, view }) => deciding && view.rounds_left === 0, says: () => spoken(words).hints.lastRound },
];
