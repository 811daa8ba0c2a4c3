/** The six animals of the seats. Each has a colour, a shape and a head, so colour is never the only difference. */

export const ANIMALS = ["cow", "sheep", "pig", "chicken", "horse", "rabbit"] as const;
export type Animal = (typeof ANIMALS)[number];

export const SHAPES: Record<Animal, string> = {
  cow: "s-circle",
  sheep: "s-flower",
  pig: "s-square",
  chicken: "s-shield",
  horse: "s-diamond",
  rabbit: "s-hex",
};

/** Sign of a seat in games that deal no animals. */
export function animalOf(seat: number): Animal {
  return ANIMALS[seat % ANIMALS.length] as Animal;
}

export function isAnimal(name: string | null | undefined): name is Animal {
  return ANIMALS.includes(name as Animal);
}
