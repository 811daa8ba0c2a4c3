/** What the coach says of a choice: sentences of the game's room, filled as `paddock.rules.sayings` fills them. */

import { language, signed } from "@/house/language.svelte";
import type { Saying } from "@/wire";

/** A game's sentences in one language; `unit` is what its scores count. */
export type Sentences = Readonly<Record<string, string>> & { readonly unit: string };

const GAP = /\{(\w+)(?::([^|}]+)|\|([^|}]*)\|([^}]*))?\}/g;
/** British, since the other English has a comma before the last "and". */
const LISTS = { en: "en-GB", de: "de" };

/** Sentence after sentence, at a table where these people sit. */
export function reason(sayings: readonly Saying[], sentences: Sentences, names: readonly string[]): string {
  return sayings.map((one) => filled(one, sentences, names)).join(" ");
}

function filled({ key, gaps }: Saying, sentences: Sentences, names: readonly string[]): string {
  return (sentences[key] ?? "").replace(GAP, (_, name: string, manner?: string, one?: string, many?: string) => {
    const value = gaps[name] ?? "";
    if (many !== undefined) return (typeof value === "object" ? value.length : value) === 1 ? (one ?? "") : many;
    if (typeof value === "object") return listed(value.map((part) => filled(part, sentences, names)), manner === "or");
    if (manner === "name") return names[Number(value)] ?? "";
    return manner === "+" ? signed(Number(value)) : String(value);
  });
}

function listed(parts: readonly string[], or: boolean): string {
  return new Intl.ListFormat(LISTS[language.current], { type: or ? "disjunction" : "conjunction" }).format(parts);
}
