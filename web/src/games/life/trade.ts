/**
 * A trade before it is made: a row that is wanted and cards that are chosen for it.
 *
 * What may be done is for the service to say. It lists the first decision of a trade only, and takes all the decisions
 * of one together or none of them; so a trade goes out whole.
 */

import type { life } from "@/wire";
import { ANIMALS, type Animal, same, sorted, without } from "./animals";

export type Step = "rest" | "row" | "cards" | "different" | "ready" | "declare" | "knock";

/** The rows that may be traded for now, counted from 0. */
export function openRows(legal: readonly string[]): number[] {
  return legal.filter((token) => token.startsWith("take:")).map((token) => Number(token.slice(5)) - 1);
}

/** Whether a card of the hand may be laid down: any before a row is settled; then what comes in order (2.5). */
export function mayGive(animal: string, legal: readonly string[]): boolean {
  const gifts = legal.filter((token) => token.startsWith("give:")).map((token) => ANIMALS.indexOf(token.slice(5) as Animal));
  if (gifts.length === 0) return openRows(legal).length > 0;
  return ANIMALS.indexOf(animal as Animal) >= Math.min(...gifts);
}

/** How many cards a row wants, of those not laid down yet. */
export function wanted(view: life.View, row: number | null): number {
  if (view.doing === "give") return view.to_give;
  return row === null ? 0 : (view.rows[row]?.length ?? 0);
}

/** The tokens of the whole trade, or of what is missing of one that has begun: gifts in the order of the animals. */
export function tokens(view: life.View, row: number, gift: readonly string[]): string[] {
  const gives = sorted(gift).map((animal) => `give:${animal}`);
  return view.doing === "give" ? gives : [`take:${row + 1}`, ...gives];
}

/** What the hand would be after the trade: it gives first, then takes (2.3). */
export function handAfter(view: life.View, row: number, gift: readonly string[]): string[] {
  return sorted([...without(view.hand ?? [], gift), ...(view.rows[row] ?? [])]);
}

/** Where we are in choosing, and so what is asked of us. */
export function step(view: life.View, legal: readonly string[], row: number | null, gift: readonly string[]): Step {
  if (legal.length === 0) return "rest";
  if (view.doing === "declare") return "declare";
  if (view.doing !== "give" && openRows(legal).length === 0) return "knock";
  if (row === null) return "row";
  if (gift.length !== wanted(view, row)) return "cards";
  // 2.4 A courtesy: the service would refuse it too, but after the tap.
  if (same([...view.given, ...gift], view.rows[row] ?? [])) return "different";
  return legal.includes(tokens(view, row, gift)[0] ?? "") ? "ready" : "cards";
}

/**
 * The chosen cards after a tap on one: it goes up or down. A row that has enough lets its oldest card go, so another
 * choice is one tap and not two.
 */
export function tapped(raised: readonly string[], card: string, most: number): string[] {
  if (raised.includes(card)) return raised.filter((one) => one !== card);
  return [...raised, card].slice(most > 0 ? -most : 0);
}
