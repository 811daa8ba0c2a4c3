/**
 * Beats between two views, for the animation.
 *
 * It contains no rules: walks and takers come from the landings of the view before.
 * Without a matching landing (several missed turns) there is no story, and the new view is shown at once.
 */

import type { mist } from "@/wire";
import { route } from "./geometry";
import { read, type Event } from "./tokens";

export type Beat =
  /** Setup: the path is laid, and every player passes `passed` cards face down. Decisions do not wait for it. */
  | { kind: "deal"; passed: number }
  | { kind: "throw"; seat: number; face: number; forced: boolean }
  | { kind: "step"; seat: number; place: number; step: number }
  /** `seat` takes the card because `by` landed there. */
  | { kind: "take"; seat: number; by: number; place: number; card: number; animal: string | null }
  | { kind: "fill"; seat: number; place: number; card: number; animal: string | null }
  | { kind: "reveal"; from: number; to: number; card: number; animal: string | null };

/** A beat, and the view while and after it is shown. */
export interface Told {
  beat: Beat;
  view: mist.View;
}

/** The numbers of one turn and their result. */
export interface Turn {
  seat: number;
  dice: number[];
  taker: number;
  card: number;
}

class Cannot extends Error {}

export function story(before: mist.View | null, tokens: readonly string[], view: mist.View): Told[] {
  const events = tokens.map(read).filter((event) => event !== null);
  if (before === null) return opening(events, view);
  try {
    const told = new Narrator(before, view).follow(events);
    const last = told.at(-1);
    // The result of a die is shown when it has stopped.
    const rest = last?.beat.kind === "throw" ? { ...view, whose: null } : view;
    return last ? [...told.slice(0, -1), { beat: last.beat, view: rest }] : [];
  } catch (flaw) {
    if (flaw instanceof Cannot) return [];
    throw flaw;
  }
}

/** Story of the setup. The first player may decide while it is shown. */
function opening(events: readonly Event[], view: mist.View): Told[] {
  const first = events.at(-1);
  const began = events.some(({ kind }) => kind === "lay") && !events.some(({ kind }) => kind === "stop" || kind === "more");
  if (!began || first?.kind !== "die" || view.active === null || view.whose === null) return [];
  return [{ beat: { kind: "deal", passed: view.players[0]?.cards_taken ?? 0 }, view }];
}

class Narrator {
  #told: Told[] = [];
  #gap: number | null = null;
  #walker: number | null = null;
  #lefts = 0;

  constructor(
    private now: mist.View,
    private readonly end: mist.View,
  ) {
    // A frame of a replay may begin between a walk and the new card.
    if (now.whose === null && now.active !== null && now.newest !== null) {
      const place = now.players[now.active]?.place ?? null;
      if (place !== null && now.path[place]?.card === null) [this.#gap, this.#walker] = [place, now.active];
    }
  }

  follow(events: readonly Event[]): Told[] {
    const reveals = events.filter((event) => event.kind === "passed" && event.side === "left").length;
    events.forEach((event, i) => {
      if (event.kind === "stop") this.#walk(this.now.newest);
      else if (event.kind === "more") this.now = { ...this.now, whose: null };
      else if (event.kind === "die") this.#throw(event.face, events[i + 1]);
      else if (event.kind === "draw") this.#fill(event.card);
      else if (event.kind === "passed" && reveals === this.now.players.length) this.#reveal(event.side, event.card);
    });
    return this.#told;
  }

  #tell(beat: Beat, now: Partial<mist.View>): void {
    this.now = { ...this.now, ...now };
    this.#told.push({ beat, view: this.now });
  }

  #throw(face: number, next: Event | undefined): void {
    if (this.#walker !== null) this.#nextTurn();
    const { active, dice, dice_left, players } = this.now;
    if (active === null) throw new Cannot();
    // After a free choice comes `stop` or `more`; at the end of the story the figure's place shows a forced walk.
    const moved = this.end.players[active]?.place !== players[active]?.place;
    const forced = next ? next.kind !== "stop" && next.kind !== "more" : moved;
    const thrown = dice.includes(face) ? dice : [...dice, face];
    this.#tell({ kind: "throw", seat: active, face, forced }, { dice: thrown, newest: face, dice_left: dice_left - 1, whose: null });
    if (forced) this.#walk(face);
  }

  #walk(face: number | null): void {
    const { active, landings, path, players } = this.now;
    const from = active === null ? null : players[active]?.place;
    const landing = face === null ? undefined : landings[face - 1];
    if (active === null || from == null || !landing) throw new Cannot();
    const goal = path[landing.place];
    if (!goal || goal.card === null) throw new Cannot();
    route(path, from, landing.place).forEach((place, i) => {
      this.#tell({ kind: "step", seat: active, place, step: i + 1 }, this.#snapshot(active, place));
    });
    const taken = players.map((one, seat) => (seat === landing.taker ? { ...one, cards_taken: one.cards_taken + 1 } : one));
    const { card, animal } = goal;
    this.#tell(
      { kind: "take", seat: landing.taker, by: active, place: landing.place, card, animal },
      {
        players: taken.map((one, seat) => (seat === active ? { ...one, place: landing.place } : one)),
        path: this.now.path.map((one, at) => (at === landing.place ? { ...one, card: null, animal: null } : one)),
        whose: null,
      },
    );
    this.#gap = landing.place;
    this.#walker = active;
  }

  /** The path with this figure at the end of the queue of that place only. */
  #snapshot(seat: number, place: number): Partial<mist.View> {
    const path = this.now.path.map((one, at) => {
      const others = one.figures.filter((figure) => figure !== seat);
      return { ...one, figures: at === place ? [...others, seat] : others };
    });
    return { path, whose: null };
  }

  #fill(card: number): void {
    if (this.#gap === null || this.#walker === null) throw new Cannot();
    const [place, seat] = [this.#gap, this.#walker];
    const animal = this.now.players[seat]?.animal ?? null;
    this.#tell(
      { kind: "fill", seat, place, card, animal },
      {
        path: this.now.path.map((one, at) => (at === place ? { ...one, card, animal } : one)),
        players: this.now.players.map((one, at) => (at === seat ? { ...one, cards_to_draw: one.cards_to_draw - 1 } : one)),
      },
    );
  }

  /** Only the last view has the next player's landings, so a story has at most one walk. */
  #nextTurn(): void {
    this.#walker = this.#gap = null;
    this.now = { ...this.now, active: this.end.active, dice: [], newest: null, landings: [], dice_left: this.end.dice_left + 1, rounds_left: this.end.rounds_left };
  }

  #reveal(side: "left" | "right", card: number): void {
    const seats = this.now.players.length;
    if (side === "left") this.#lefts += 1;
    const from = this.#lefts - 1;
    const to = (from + (side === "left" ? 1 : seats - 1)) % seats;
    const animal = this.now.players[from]?.animal ?? null;
    this.#tell({ kind: "reveal", from, to, card, animal }, { active: null, dice: [], newest: null, whose: null });
  }
}

/**
 * Numbers of this turn in rolling order, the newest last. A view has them as a set, with the `count` of
 * rolled dice; the order comes from earlier views. After a reload they are ascending.
 */
export function inOrder(seen: readonly number[], { dice, newest }: Pick<mist.View, "dice" | "newest">, count: number): number[] {
  if (newest === null) return [];
  const same = (numbers: readonly number[]): boolean => numbers.length === count && new Set([...numbers, ...dice]).size === new Set(numbers).size && numbers.every((one) => dice.includes(one));
  if (same(seen) && seen.at(-1) === newest) return [...seen];
  if (same([...seen, newest])) return [...seen, newest];
  return [...(count > dice.length ? dice : dice.filter((face) => face !== newest)), newest];
}
