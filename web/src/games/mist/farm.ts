/** A small example table for tests: three players on nine places. */

import type { mist, SeatView } from "@/wire";

export const ANIMALS = ["cow", "sheep", "pig"];
export const SEATS: SeatView[] = ["Mara", "Tom", "Otto"].map((name) => ({ name, kind: "person" }));

/** Each figure is on its own card: cow on 0, sheep on 3, pig on 6; the cow has rolled a 2 and chooses. */
export function table(change: Partial<mist.View> = {}): mist.View {
  const at = [0, 3, 6];
  return {
    whose: 0,
    over: false,
    active: 0,
    players: ANIMALS.map((animal, seat) => ({ animal, place: at[seat] as number, cards_to_draw: 7, cards_taken: 0, points: null, food: null })),
    path: Array.from({ length: 9 }, (_, place) => ({ card: place - 4, animal: ANIMALS[at.indexOf(place)] ?? null, figures: at.includes(place) ? [at.indexOf(place)] : [] })),
    dice: [2],
    newest: 2,
    dice_left: 4,
    landings: [1, 2, 3, 4, 5, 6].map((face) => ({ place: face, taker: face === 3 ? 1 : face === 6 ? 2 : 0, forced: face === 2 })),
    rounds: 7,
    rounds_left: 6,
    doubling: false,
    ...change,
  };
}

/** The table after the cow's walk, with the card taken by `taker`, and a 5 rolled by the sheep. */
export function after(place: number, taker = 0): mist.View {
  const old = table();
  return table({
    whose: 1,
    active: 1,
    players: old.players.map((one, seat) => ({
      ...one,
      place: seat === 0 ? place : one.place,
      cards_to_draw: seat === 0 ? 6 : 7,
      cards_taken: seat === taker ? 1 : 0,
    })),
    dice: [5],
    newest: 5,
  });
}
