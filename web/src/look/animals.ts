/** The six animals that seats are known by: a colour, a shape and a head each, so that colour never stands alone. */

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

/** The sign of a seat where the game itself deals no animals. */
export function animalOf(seat: number): Animal {
  return ANIMALS[seat % ANIMALS.length] as Animal;
}

export function isAnimal(name: string | null | undefined): name is Animal {
  return ANIMALS.includes(name as Animal);
}
