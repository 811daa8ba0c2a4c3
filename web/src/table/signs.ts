/** By which animal a seat is known in the parts that know no game. */

import { GAMES } from "@/games";
import { animalOf, isAnimal, type Animal } from "@/look/animals";

/** The animal that was dealt to the seat where the view tells of one, else the game's own for it, else the house's. */
export function signOf(game: string | undefined, view: unknown, seat: number): Animal {
  const dealt = (view as { players?: { animal?: string | null }[] } | null)?.players?.[seat]?.animal;
  return isAnimal(dealt) ? dealt : (GAMES[game ?? ""]?.signs?.[seat] ?? animalOf(seat));
}
