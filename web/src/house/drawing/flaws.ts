/** Sentences for the flaws of a drawing, by key. The editor marks the squares of a flaw. */

import { fill, listed, spoken } from "@/house/language.svelte";
import type { FlawResponse } from "@/wire";
import { words } from "@/words";

/** Return the flaw in the guest's language; a key of another game has only the English message of the service. */
export function flawSays({ key, message, squares, params }: FlawResponse): string {
  const { flaws, things } = spoken(words).editor;
  const sentence = (flaws as Partial<Record<string, string>>)[key];
  if (sentence === undefined) return message;
  const named = (value: number | string | string[]): number | string =>
    Array.isArray(value) ? listed(value) : ((things as Partial<Record<string, string>>)[value] ?? value);
  return fill(sentence, Object.fromEntries(Object.entries({ squares, ...params }).map(([gap, value]) => [gap, named(value)])));
}
