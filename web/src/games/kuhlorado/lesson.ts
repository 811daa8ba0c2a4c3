/** Hints of the lesson. */

import { spoken } from "@/house/language.svelte";
import type { Scene } from "@/table/scene";
import type { Hint } from "../page";
import { COW, twoWanted } from "./choice";
import { numbersFree } from "./telling";
import { landOf, type View } from "./view";
import { words } from "./words";

type Now = Scene<View>;

const marking = (scene: Now): boolean => scene.deciding && scene.view.marks.length > 0 && scene.view.chosen === null;
const mine = (scene: Now): number => scene.me ?? 0;
/** Cows or numbers above the end condition that trigger the last hint. */
const NEAR = 3;

export const hints: Hint<View>[] = [
  { when: (scene) => scene.deciding && scene.view.throws_left === 1, says: () => spoken(words).hints.dice },
  {
    when: (scene) => marking(scene) && scene.view.marks.some((mark) => mark.partners.length > 0),
    says: () => spoken(words).hints.pair,
  },
  { when: (scene) => marking(scene) && twoWanted(scene.view), says: () => spoken(words).hints.cows },
  { when: (scene) => marking(scene) && !scene.view.dice.includes(COW), says: () => spoken(words).hints.numbers },
  {
    when: (scene) => !scene.deciding && scene.view.active !== null && scene.view.active !== mine(scene) && scene.view.areas.length > 0,
    says: () => spoken(words).hints.rival,
  },
  { when: (scene) => scene.view.prizes.some((prize) => prize.leader === mine(scene)), says: () => spoken(words).hints.leads },
  {
    when: (scene) => (landOf(scene.view, mine(scene))[0]?.squares.length ?? 0) > 2,
    says: () => spoken(words).hints.land,
  },
  {
    when: ({ view }) => view.cows_free <= NEAR || numbersFree(view) <= view.last_numbers + NEAR,
    says: () => spoken(words).hints.end,
  },
];
