/** Reasons of the coach: sentences of the game, filled as `paddock.engine.text.messages` fills them. */

import { listed, signed } from "@/house/language.svelte";
import type { Message } from "@/wire";

/** Sentences of a game in one language; `unit` is the unit of its scores. */
export type Sentences = Readonly<Record<string, string>> & { readonly unit: string };

const GAP = /\{(\w+)(?::([^|}]+)|\|([^|}]*)\|([^}]*))?\}/g;

/** Return the reasons as sentences, with the names of the players. */
export function reason(sayings: readonly Message[], sentences: Sentences, names: readonly string[]): string {
  return sayings.map((one) => filled(one, sentences, names)).join(" ");
}

function filled({ key, gaps }: Message, sentences: Sentences, names: readonly string[]): string {
  return (sentences[key] ?? "").replace(GAP, (_, name: string, manner?: string, one?: string, many?: string) => {
    const value = gaps[name] ?? "";
    if (many !== undefined) return (typeof value === "object" ? value.length : value) === 1 ? (one ?? "") : many;
    if (typeof value === "object") return listed(value.map((part) => filled(part, sentences, names)), manner === "or");
    if (manner === "name") return names[Number(value)] ?? "";
    return manner === "+" ? signed(Number(value)) : String(value);
  });
}
