/** Accepted values of an option, parsed from the service's sentence. */

import type { OptionResponse } from "@/wire";

/** `a whole number from 1 to 12` is `{ low: 1, high: 12 }`. */
export function bounds(accepts: string): { low: number; high: number } | null {
  const found = /from (-?\d+) to (-?\d+)/.exec(accepts);
  return found ? { low: Number(found[1]), high: Number(found[2]) } : null;
}

/**
 * Values with a name: `automatic or optional`; `easy, hard, expert, a TOML file, …`; `1 to 10, random:<seed>, …`.
 * Files, drawings and seeds have no name and are left out.
 */
export function named(option: OptionResponse): string[] {
  if (option.kind === "choice") return option.accepts.split(" or ");
  if (option.kind !== "board") return [];
  return option.accepts.split(", ").flatMap((part) => {
    const run = /^(\d+) to (\d+)$/.exec(part);
    if (run) return Array.from({ length: Number(run[2]) - Number(run[1]) + 1 }, (_, more) => String(Number(run[1]) + more));
    return /^[a-z]+$/.test(part) ? [part] : [];
  });
}

/** Drawn rows, not a name. */
export function isDrawn(value: unknown): boolean {
  return typeof value === "string" && value.includes("/");
}

/** Parse several numbers; null for other text. `"1, 2,−3"` is `[1, 2, -3]`. */
export function readNumbers(typed: string): number[] | null {
  const parts = typed.replaceAll("−", "-").split(/[\s,;]+/).filter((part) => part !== "");
  const numbers = parts.map(Number);
  return parts.length > 0 && numbers.every(Number.isInteger) ? numbers : null;
}
