import { fill, signed, spoken } from "@/house/language.svelte";
import type { mist } from "@/wire";
import type { GamePage } from "../page";
import Board from "./Board.svelte";
import { hints } from "./lesson";
import { ranked } from "./ranking";
import Rules from "./Rules.svelte";
import { nameOf, roundSaid, tell } from "./saying";
import { words } from "./words";

const page: GamePage<mist.View> = {
  Board,
  Rules,
  progress: roundSaid,
  tell,
  describe(token, scene) {
    const w = spoken(words);
    if (token !== "stop") return w.more;
    const { view } = scene;
    const landing = view.newest === null ? undefined : view.landings[view.newest - 1];
    if (!landing) return w.stop;
    const gaps = { n: view.newest ?? 0, card: signed(view.path[landing.place]?.card ?? 0), name: nameOf(scene, landing.taker) };
    return `${w.stop}: ${fill(landing.taker === view.whose ? w.stopYou : w.stopOther, gaps)}`;
  },
  ranking(view) {
    if (!view.over) return [];
    const w = spoken(words);
    const all = ranked(view);
    // Food is told where it decides.
    const level = (points: number): boolean => all.filter((one) => one.points === points).length > 1;
    return all.map(({ seat, place, points, food }) => ({ seat, place, score: fill(level(points) ? w.pointsFood : w.points, { n: signed(points), food }) }));
  },
  lesson: { players: 3, hints },
  options: () => spoken(words).options,
};
export default page;
