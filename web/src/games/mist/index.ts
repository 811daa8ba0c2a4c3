import { spoken } from "@/house/language.svelte";
import type { mist } from "@/wire";
import type { GamePage } from "../page";
import Board from "./Board.svelte";
import { hints } from "./lesson";
import start from "./lesson.json";
import { scores } from "./ranking";
import Rules from "./Rules.svelte";
import { choiceSaid, roundSaid, tell } from "./saying";
import { words } from "./words";

const page: GamePage<mist.View> = {
  Board,
  Rules,
  progress: roundSaid,
  tell,
  describe: choiceSaid,
  ranking: scores,
  lesson: { start, hints },
  sentences: () => spoken(words).reasons,
  options: () => spoken(words).options,
};
export default page;
