/** The ten animals, and arithmetic with cards. */

export const ANIMALS = ["giraffe", "bear", "mole", "goat", "sheep", "dog", "rabbit", "pig", "cat", "mouse"] as const;
export type Animal = (typeof ANIMALS)[number];

/** Cards of each animal in the box (1.1). House rules may change the points of a majority, but not this (7.1). */
const CARDS: Record<Animal, number> = { giraffe: 9, bear: 8, mole: 7, goat: 7, sheep: 6, dog: 6, rabbit: 5, pig: 5, cat: 4, mouse: 3 };

export function cardsOf(animal: string): number {
  return CARDS[animal as Animal];
}

/** Points for the majority of an animal at this table. */
export function valueOf(animal: string, values: readonly number[]): number {
  return values[ANIMALS.indexOf(animal as Animal)] ?? 0;
}

/** Chance that this number of cards of an animal is the majority; undefined if the view has none. */
export function chanceOf(animal: string, cards: number, chances: readonly (readonly number[])[]): number | undefined {
  const hundredths = chances[ANIMALS.indexOf(animal as Animal)]?.[cards];
  return hundredths === undefined ? undefined : hundredths / 100;
}

/** `["bear", "cat", "cat"]` -> `[["bear", 1], ["cat", 2]]`, in the order of the animals. */
export function counted(cards: readonly string[]): [Animal, number][] {
  return ANIMALS.map((animal): [Animal, number] => [animal, howMany(cards, animal)]).filter(([, n]) => n > 0);
}

export function howMany(cards: readonly string[], animal: string): number {
  return cards.reduce((n, card) => n + Number(card === animal), 0);
}

/** Cards in the order of the animals, in which they are given (2.5). */
export function sorted(cards: readonly string[]): string[] {
  return [...cards].sort((one, other) => ANIMALS.indexOf(one as Animal) - ANIMALS.indexOf(other as Animal));
}

/** `["bear", "cat", "cat"]` without `["cat"]` -> `["bear", "cat"]`. */
export function without(cards: readonly string[], gone: readonly string[]): string[] {
  const left = [...cards];
  for (const card of gone) {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

export function same(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && without(some, others).length === 0;
}

/** Cards with unique keys: the second bear of a hand is `bear-1`. */
export function keyed(cards: readonly string[]): { animal: Animal; key: string }[] {
  return counted(cards).flatMap(([animal, n]) => Array.from({ length: n }, (_, i) => ({ animal, key: `${animal}-${i}` })));
}

/** Complete sets of a hand: `["rabbit", "pig"]` for all five of each. */
export function complete(hand: readonly string[], combinations: readonly string[]): string[] {
  return combinations.filter((animal) => howMany(hand, animal) === cardsOf(animal));
}
