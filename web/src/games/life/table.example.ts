/** A table in the middle of a phase, for tests: the guest has seat 0 and the turn; rows of one, two and three cards. */

import type { SeatView, life } from "@/wire";

const player = (more: Partial<life.Player> = {}): life.Player => ({ lives: 5, rank: null, cards: 4, known: [], traded: true, knocked: false, ...more });

export const SEATS: SeatView[] = ["Mara", "Jonas", "Tom"].map((name) => ({ name, kind: "person" }));

export function table(change: Partial<life.View> = {}): life.View {
  return {
    whose: 0, over: false, doing: "turn", seat: 0,
    hand: ["giraffe", "bear", "dog", "cat"],
    players: [player(), player(), player()],
    rows: [["mouse"], ["goat", "sheep"], ["bear", "bear", "mole"]],
    taking: null, given: [], to_give: 0,
    phase: 2, starter: 1, active: 0, knocker: null, must_knock: false, turns_left: null,
    not_located: [], values: [9, 8, 7, 7, 6, 6, 5, 5, 4, 3], majority_needs: 1, chances: [],
    combinations: ["rabbit", "pig", "cat"], full_lives: 5, advanced: false, showdown: null,
    ...change,
  };
}

export function lives(...numbers: number[]): life.Player[] {
  return numbers.map((n) => player({ lives: n }));
}
