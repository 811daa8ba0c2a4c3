/** The animal of a seat, for the parts that belong to no game. */

import { GAMES } from "@/games";
import { animalOf, isAnimal, type Animal } from "@/look/animals";

/** The dealt animal where the view has one, else the game's, else the default. */
export function signOf(game: string | undefined, view: unknown, seat: number): Animal {
  const dealt = (view as { players?: { animal?: string | null }[] } | null)?.players?.[seat]?.animal;
  return isAnimal(dealt) ? dealt : (GAMES[game ?? ""]?.signs?.[seat] ?? animalOf(seat));
}
