import { spoken } from "@/house/language.svelte";
import type { GamePage } from "../page";
import Board from "./Board.svelte";
import { hints } from "./lesson";
import start from "./lesson.json";
import Rules from "./Rules.svelte";
import { describe, progress, ranking, tell } from "./telling";
import type { View } from "./view";
import { words } from "./words";

const page: GamePage<View> = {
  Board,
  Rules,
  progress,
  tell,
  describe,
  ranking,
  lesson: { start, hints },
  sentences: () => spoken(words).reasons,
  options: () => {
    const w = spoken(words);
    return { ...w.options, sheet: { ...w.options.sheet, choices: w.sheets } };
  },
};
export default page;
