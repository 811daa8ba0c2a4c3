/** Tables elsewhere where people wait for me. */

import type { MyTable } from "@/wire";

/** What was known, with what is new: a table that was touched again is as it is now. */
export function brought(known: readonly MyTable[], news: readonly MyTable[]): MyTable[] {
  const fresh = new Set(news.map(({ table }) => table));
  return [...news, ...known.filter(({ table }) => !fresh.has(table))];
}

/** Where somebody waits for me: not the table that is open here, and not one where only bots do. */
export function calling(tables: readonly MyTable[], here: string | null): MyTable[] {
  return tables.filter((one) => one.my_turn && one.state === "playing" && (one.others ?? 0) > 0 && one.problem == null && one.table !== here);
}
