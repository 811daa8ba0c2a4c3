/** Cards that moved from one view to the next, and their places. */

import type { life } from "@/wire";
import { counted, howMany, keyed, without } from "./animals";

/**
 * A moving card. Places are `row-2/bear-0` (the first bear of the third row), `hand/bear-1`, `given/bear-0`,
 * `seat-1` (another player's hidden hand) and `deck`.
 */
export interface Flight {
  animal: string;
  from: string;
  to: string;
}

/** Cards that are new in `now`, by their keys in `now`: `["cat"]` to `["cat", "cat"]` -> `cat-1`. */
function come(then: readonly string[], now: readonly string[]): { animal: string; key: string }[] {
  return counted(without(now, then)).flatMap(([animal, n]) => {
    const first = howMany(now, animal) - n;
    return Array.from({ length: n }, (_, i) => ({ animal, key: `${animal}-${first + i}` }));
  });
}

export function flights(before: life.View | null, view: life.View): Flight[] {
  if (!before) return [];
  if (view.phase !== before.phase) return dealt(view);
  const actor = before.active;
  if (actor === null) return [];
  const mine = actor === view.seat && view.seat === before.seat;
  const found: Flight[] = [];
  // Cards leave the guest's hand from their own places, and other hands from the player's sign.
  const leave = mine ? come(view.hand ?? [], before.hand ?? []) : [];
  const origin = (animal: string): string => {
    const at = leave.findIndex((one) => one.animal === animal);
    return at < 0 ? `seat-${actor}` : `hand/${leave.splice(at, 1)[0]?.key}`;
  };
  for (const { animal, key } of come(before.given, view.given)) found.push({ animal, from: origin(animal), to: `given/${key}` });
  view.rows.forEach((row, at) => {
    const old = before.rows[at] ?? [];
    const laid = keyed(before.given);
    for (const { animal, key } of come(old, row)) {
      const waits = laid.findIndex((one) => one.animal === animal);
      found.push({ animal, from: waits < 0 ? origin(animal) : `given/${laid.splice(waits, 1)[0]?.key}`, to: `row-${at}/${key}` });
    }
    const into = mine ? come(before.hand ?? [], view.hand ?? []) : [];
    for (const { animal, key } of come(row, old)) {
      const place = into.find((one) => one.animal === animal);
      if (place) into.splice(into.indexOf(place), 1);
      found.push({ animal, from: `row-${at}/${key}`, to: place ? `hand/${place.key}` : `seat-${actor}` });
    }
  });
  return found;
}

/** A new phase: all visible cards are dealt. */
function dealt(view: life.View): Flight[] {
  const places: [string, readonly string[]][] = [...view.rows.map((row, at): [string, string[]] => [`row-${at}`, row]), ["hand", view.hand ?? []]];
  return places.flatMap(([place, cards]) => keyed(cards).map(({ animal, key }) => ({ animal, from: "deck", to: `${place}/${key}` })));
}
