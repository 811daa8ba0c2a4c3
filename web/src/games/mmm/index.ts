import { spoken } from "@/house/language.svelte";
import type { mmm } from "@/wire";
import type { GamePage } from "../page";
import Board from "./Board.svelte";
import start from "./lesson.json";
import { stillFree } from "./reading";
import { describe, progress, tell, verdict } from "./telling";
import { words } from "./words";

const w = () => spoken(words);

const page: GamePage<mmm.View> = {
  Board,
  progress,
  tell,
  describe,
  // The players win or lose together, so there is a verdict and no ranking.
  ranking: () => [],
  verdict,
  lesson: {
    start,
    hints: [
      { when: ({ legal }) => legal.some((token) => token.startsWith("place:")), says: () => w().lesson.place },
      { when: ({ legal }) => legal.includes("gather"), says: () => w().lesson.stop },
      { when: ({ view, legal }) => legal.includes("again") && view.fail_chance > 0, says: () => w().lesson.risk },
      { when: ({ view, before }) => before !== null && view.cat_moved > before.cat_moved, says: () => w().lesson.cat },
      {
        when: ({ view, legal }) =>
          legal.length > 0 && view.items.some((item) => stillFree(view, item) === 1 && item.squares.some((square) => legal.includes(`place:${square}`))),
        says: () => w().lesson.finish,
      },
      {
        when: ({ view, before }) => before !== null && view.items.some((item, number) => item.finished && !before.items[number]?.finished),
        says: () => w().lesson.waits,
      },
      { when: ({ view }) => !view.over && view.squares_left <= 8, says: () => w().lesson.end },
    ],
  },
  sentences: () => w().reasons,
  options: () => {
    const { board, boards, line, cat_moves, dice } = w().options;
    return { board: { ...board, choices: boards }, line, cat_moves, dice };
  },
};
export default page;
