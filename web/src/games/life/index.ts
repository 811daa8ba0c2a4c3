import { spoken } from "@/house/language.svelte";
import type { Scene } from "@/table/scene";
import type { life } from "@/wire";
import type { GamePage } from "../page";
import Board from "./Board.svelte";
import start from "./lesson.json";
import { describe, progress, ranking, tell } from "./telling";
import { words } from "./words";

const lesson = (): ReturnType<typeof spoken<typeof words.en>>["lesson"] => spoken(words).lesson;

/** Whether it is the guest's turn and a trade is possible. */
const ours = ({ deciding, view }: Scene<life.View>): boolean => deciding && view.doing === "turn";
const traded = ({ view }: Scene<life.View>): boolean => view.seat !== null && (view.players[view.seat]?.traded ?? false);

const page: GamePage<life.View> = {
  Board,
  progress,
  tell,
  describe,
  ranking,
  lesson: {
    start,
    hints: [
      { when: (scene) => ours(scene) && !traded(scene) && scene.view.phase === 1, says: () => lesson().begin },
      { when: (scene) => scene.view.showdown !== null, says: () => lesson().scored },
      { when: (scene) => ours(scene) && scene.view.knocker !== null, says: () => lesson().last },
      { when: (scene) => ours(scene) && !traded(scene) && scene.view.phase === 1, says: () => lesson().trade },
      { when: (scene) => ours(scene) && scene.legal.includes("knock"), says: () => lesson().knock },
      { when: (scene) => ours(scene) && scene.view.players.some(({ known }, seat) => seat !== scene.view.seat && known.length > 0), says: () => lesson().seen },
      { when: (scene) => ours(scene) && traded(scene), says: () => lesson().sudden },
    ],
  },
  sentences: () => spoken(words).reasons,
  options: () => spoken(words).options,
};
export default page;
