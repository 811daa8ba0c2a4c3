/** The displayed table: it follows the scenes, and shows each story beat by beat. */

import { sound, type Sound } from "@/house/sound.svelte";
import { lively } from "@/house/theme.svelte";
import type { mist } from "@/wire";
import { inOrder, story, type Beat, type Told, type Turn } from "./story";
import { read } from "./tokens";

/** Milliseconds per beat (LOOK.md: a die tumbles 700, a figure hops 140 a step, a card flies). */
const LONG: Record<Beat["kind"], number> = { deal: 1300, throw: 850, step: 150, take: 760, fill: 560, reveal: 800 };
const NOISE: Record<Beat["kind"], Sound> = { deal: "card", throw: "die", step: "step", take: "card", fill: "card", reveal: "card" };
/** Longest queue of stories; older ones are dropped. */
const MOST_WAITING = 5;
/** Speed factor by the number of waiting stories. */
const HASTE = [1, 1, 0.75, 0.6];
const MOST_HASTE = 0.45;
const REMEMBERED = 4;
/** Milliseconds in which a skipping tap also skips stories that arrive later. */
const SAME_TAP = 80;
/** Milliseconds in which the tap that skipped a story makes no decision. */
const NO_DECISION = 350;

const taken = ({ players }: mist.View): number => players.reduce((sum, one) => sum + one.cards_taken, 0);

export type Reveal = Extract<Beat, { kind: "reveal" }>;

export class Stage {
  view = $state.raw() as mist.View;
  beat = $state.raw<Beat | null>(null);
  /** Numbers of this turn, in order. */
  dice = $state.raw<number[]>([]);
  /** Counter of rolls, so that an equal number is a new die. */
  throws = $state(0);
  turns = $state.raw<Turn[]>([]);
  /** Passed cards revealed at the end. */
  reveals = $state.raw<Reveal[]>([]);
  /** Whether a story is running that a decision must wait for. */
  telling = $state(false);
  /** Current duration factor. */
  haste = $state(1);

  #seen: mist.View | null = null;
  #waiting: { told: Told[]; view: mist.View }[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #skipped = -Infinity;

  constructor(
    view: mist.View,
    private readonly total: number,
  ) {
    this.view = view;
  }

  /** Show a new scene; an unchanged view is ignored. */
  follow(before: mist.View | null, events: readonly string[], view: mist.View): void {
    if (view === this.#seen) return;
    this.#seen = view;
    if (before === null) this.#recall(events, this.total - view.dice_left);
    if (before && taken(view) < taken(before)) this.turns = []; // a turn was undone
    const told = story(before, events, view);
    this.#waiting.push({ told, view });
    const hurried = performance.now() - this.#skipped < SAME_TAP;
    if (!lively() || document.hidden || hurried) return this.#finish();
    while (this.#waiting.length > MOST_WAITING) this.#remember(this.#waiting.shift()?.told ?? []);
    if (this.#timer === undefined) this.#next();
  }

  /** The guest joined in the middle of a turn: its dice are the latest ones. */
  #recall(events: readonly string[], count: number): void {
    const thrown = events.map(read).flatMap((event) => (event?.kind === "die" ? [event.face] : []));
    if (count > 0 && thrown.length >= count) this.dice = thrown.slice(-count);
  }

  /** Finish the stories at once. The same tap may decide if no decision had to wait. */
  skip(): void {
    if (!this.beat) return;
    if (this.telling) this.#skipped = performance.now();
    this.#finish();
  }

  /** Whether a press may decide: no story runs, and this press did not skip one. */
  get open(): boolean {
    return !this.telling && performance.now() - this.#skipped > NO_DECISION;
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #finish(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const { told } of this.#waiting) this.#remember(told);
    this.#waiting = [];
    if (this.#seen) this.#show(this.#seen, null);
    this.telling = false;
  }

  #next(): void {
    const now = this.#waiting[0];
    const one = now?.told.shift();
    if (one) {
      this.telling = one.beat.kind !== "deal";
      this.haste = HASTE[this.#waiting.length] ?? MOST_HASTE;
      this.#show(one.view, one.beat);
      sound.play(NOISE[one.beat.kind]);
      this.#timer = setTimeout(() => this.#next(), LONG[one.beat.kind] * this.haste);
      return;
    }
    this.#waiting.shift();
    if (now && this.#waiting.length > 0) return this.#next();
    if (now) this.#show(now.view, null);
    this.telling = false;
    this.#timer = undefined;
  }

  #show(view: mist.View, beat: Beat | null): void {
    this.view = view;
    this.beat = beat;
    const count = this.total - view.dice_left;
    if (beat?.kind === "throw") this.throws += 1;
    this.dice = inOrder(this.dice, view, count);
    if (beat?.kind === "reveal") this.reveals = [...this.reveals, beat];
    if (beat?.kind === "take") this.turns = [{ seat: beat.by, dice: this.dice, taker: beat.seat, card: beat.card }, ...this.turns].slice(0, REMEMBERED);
  }

  /** Apply the rest of the stories without showing them. */
  #remember(told: readonly Told[]): void {
    for (const { beat, view } of told) this.#show(view, beat);
  }
}
