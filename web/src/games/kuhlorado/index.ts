import type { kuhlorado } from "@/wire";
import type { GamePage } from "../page";
import Board from "./Board.svelte";
import Rules from "./Rules.svelte";

const page: GamePage<kuhlorado.View> = {
  Board,
  Rules,
  progress: () => "",
  tell: (event) => event,
  describe: (token) => token,
  ranking: () => [],
  lesson: { players: 3, hints: [] },
  options: () => ({}),
};
export default page;
