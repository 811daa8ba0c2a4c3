/** Accepted values of an option in words, and values that a guest types. */

import { fill, spoken } from "@/house/language.svelte";
import type { OptionResponse } from "@/wire";
import { words } from "@/words";

/** Return the accepted numbers as a sentence; "" for options that are chosen from a list. */
export function acceptsSays({ low, high, shortest, longest, ascending }: OptionResponse): string {
  if (low == null || high == null) return "";
  const w = spoken(words).laying;
  if (shortest == null || longest == null) return fill(w.acceptsNumber, { low, high });
  const many = shortest === longest ? w.acceptsExactly : w.acceptsNumbers;
  return fill(many, { low, high, shortest, longest }) + (ascending ? ` ${w.acceptsAscending}` : "");
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
