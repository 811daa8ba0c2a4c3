/**
 * A trade before it is sent: a chosen row, and chosen cards for it.
 *
 * The service decides what is legal. It lists only the first decision of a trade, and accepts all decisions
 * of a trade together or none, so a trade is sent as a whole.
 */

import type { life } from "@/wire";
import { ANIMALS, type Animal, same, sorted, without } from "./animals";

export type Step = "rest" | "row" | "cards" | "different" | "ready" | "declare" | "knock";

/** Rows that may be taken now, from 0. */
export function openRows(legal: readonly string[]): number[] {
  return legal.filter((token) => token.startsWith("take:")).map((token) => Number(token.slice(5)) - 1);
}

/** Return whether a card may be given: any card before a row is sent, then in order (2.5). */
export function mayGive(animal: string, legal: readonly string[]): boolean {
  const gifts = legal.filter((token) => token.startsWith("give:")).map((token) => ANIMALS.indexOf(token.slice(5) as Animal));
  if (gifts.length === 0) return openRows(legal).length > 0;
  return ANIMALS.indexOf(animal as Animal) >= Math.min(...gifts);
}

/** Number of cards still to give for a row. */
export function wanted(view: life.View, row: number | null): number {
  if (view.doing === "give") return view.to_give;
  return row === null ? 0 : (view.rows[row]?.length ?? 0);
}

/** Tokens of the whole trade, or of the rest of a started one: cards in the order of the animals. */
export function tokens(view: life.View, row: number, gift: readonly string[]): string[] {
  const gives = sorted(gift).map((animal) => `give:${animal}`);
  return view.doing === "give" ? gives : [`take:${row + 1}`, ...gives];
}

/** The hand after the trade: give first, then take (2.3). */
export function handAfter(view: life.View, row: number, gift: readonly string[]): string[] {
  return sorted([...without(view.hand ?? [], gift), ...(view.rows[row] ?? [])]);
}

/** The current step of choosing, and so the question to ask. */
export function step(view: life.View, legal: readonly string[], row: number | null, gift: readonly string[]): Step {
  if (legal.length === 0) return "rest";
  if (view.doing === "declare") return "declare";
  if (view.doing !== "give" && openRows(legal).length === 0) return "knock";
  if (row === null) return "row";
  if (gift.length !== wanted(view, row)) return "cards";
  // 2.4 An early hint; the service would refuse it after the tap.
  if (same([...view.given, ...gift], view.rows[row] ?? [])) return "different";
  return legal.includes(tokens(view, row, gift)[0] ?? "") ? "ready" : "cards";
}

/**
 * The chosen cards after a tap: added or removed. A full choice drops its oldest card,
 * so that a change needs one tap and not two.
 */
export function tapped(raised: readonly string[], card: string, most: number): string[] {
  if (raised.includes(card)) return raised.filter((one) => one !== card);
  return [...raised, card].slice(most > 0 ? -most : 0);
}
