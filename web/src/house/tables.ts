/** The guest's tables, most urgent first. */

import type { MyTableResponse } from "@/wire";

/** Open tables: the guest's turn first, then the newest. */
export function toResume(tables: readonly MyTableResponse[]): MyTableResponse[] {
  return tables
    .filter((one) => one.problem == null && (one.state === "playing" || one.state === "waiting"))
    .sort((a, b) => Number(b.my_turn) - Number(a.my_turn) || b.touched - a.touched);
}

/** Finished matches, the newest first. */
export function toWatch(tables: readonly MyTableResponse[]): MyTableResponse[] {
  return tables.filter((one) => one.problem == null && one.state === "over").sort((a, b) => b.touched - a.touched);
}

/** The service names a free seat `Seat 2`; guests cannot have such a name. */
export function isFree(name: string): boolean {
  return /^Seat \d+$/.test(name);
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [["day", 86400], ["hour", 3600], ["minute", 60]];

/** Elapsed time in words: `ago(120, "en")` is `2 minutes ago`. */
export function ago(seconds: number, language: string): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const [unit, long] = UNITS.find(([, long]) => seconds >= long) ?? ["second", Infinity];
  return format.format(-Math.floor(seconds / long) || 0, unit);
}
