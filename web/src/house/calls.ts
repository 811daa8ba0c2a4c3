/** Other tables that wait for the guest. */

import type { MyTableResponse } from "@/wire";

/** Merge the known tables with the newer ones; a newer entry replaces the older. */
export function brought(known: readonly MyTableResponse[], news: readonly MyTableResponse[]): MyTableResponse[] {
  const fresh = new Set(news.map(({ table }) => table));
  return [...news, ...known.filter(({ table }) => !fresh.has(table))];
}

/** Tables with the guest's turn, without the open table and without tables against bots only. */
export function calling(tables: readonly MyTableResponse[], here: string | null): MyTableResponse[] {
  return tables.filter((one) => one.my_turn && one.state === "playing" && (one.others ?? 0) > 0 && one.problem == null && one.table !== here);
}
