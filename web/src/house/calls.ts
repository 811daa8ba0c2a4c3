/** Other tables that wait for the guest. */

import type { MyTable } from "@/wire";

/** Merge the known tables with the newer ones; a newer entry replaces the older. */
export function brought(known: readonly MyTable[], news: readonly MyTable[]): MyTable[] {
  const fresh = new Set(news.map(({ table }) => table));
  return [...news, ...known.filter(({ table }) => !fresh.has(table))];
}

/** Tables with the guest's turn, without the open table and without tables against bots only. */
export function calling(tables: readonly MyTable[], here: string | null): MyTable[] {
  return tables.filter((one) => one.my_turn && one.state === "playing" && (one.others ?? 0) > 0 && one.problem == null && one.table !== here);
}
