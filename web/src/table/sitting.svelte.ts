/** Session of a guest at a table: updates of the service, shown one after the other, and the guest's actions. */

import { asking, Refusal } from "@/house/asking";
import { notices, reason } from "@/house/notices.svelte";
import { offer } from "@/house/offer.svelte";
import { sound } from "@/house/sound.svelte";
import type { AdviceResponse, AnyCommand, ServerMessage, Snapshot, Welcome } from "@/wire";
import { carryOver, lineTo } from "./approach";
import { Company } from "./company.svelte";
import type { Connection, Link, Place } from "./connection";
import type { Scene } from "./scene";
import { spelledOut } from "./settings";
import type { Told } from "./telling";

/** Milliseconds that an update with events stays, so that players can follow it. */
const DWELL = 750;
/** A longer queue means that the guest was away: show the last update at once. */
const TOO_MANY = 12;
const REMEMBERED = 60;

/** A moment of the match as it was shown, for watching again. */
export interface Moment {
  snapshot: Snapshot;
  before: unknown;
  events: string[];
  told: Told[];
}

export class Sitting {
  link = $state<Link>("connecting");
  welcome = $state.raw<Welcome | null>(null);
  snapshot = $state.raw<Snapshot | null>(null);
  chronicle = $state.raw<Told[]>([]);
  before = $state.raw<unknown>(null);
  events = $state.raw<string[]>([]);
  moments = $state.raw<Moment[]>([]);
  advice = $state.raw<AdviceResponse | null>(null);
  acting = $state(false);
  gone = $state<string | null>(null);
  /** A seat with a hidden hand that waits to be uncovered, on a shared device. */
  covered = $state<number | null>(null);
  readonly company = new Company();

  #connection: Connection;
  #queue: ServerMessage[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #uncovered: number | null = null;

  constructor(
    readonly place: Place,
    readonly shown: (moment: Moment) => void = () => {},
  ) {
    this.#connection = lineTo(place);
  }

  /** Start showing messages, including those received earlier. */
  begin(): void {
    this.#connection.listen({ hear: (message) => this.#hear(message), changed: (link) => (this.link = link) });
  }

  /** Leave for this path; the rematch keeps the connection. */
  leave(path: string): void {
    clearTimeout(this.#timer);
    this.company.close();
    const rematch = this.snapshot?.rematch;
    if (rematch && path === `/table/${rematch}` && !this.#isBoard()) carryOver(this.#connection, { table: rematch });
    else this.#connection.close();
  }

  get mine(): number[] {
    return this.welcome?.mine ?? [];
  }

  get host(): boolean {
    return this.welcome?.host ?? false;
  }

  get together(): boolean {
    return this.snapshot?.settings.joint !== "roller";
  }

  /** Return whether the guest may decide; `joint` where every player may. */
  deciding(joint: boolean): boolean {
    const { snapshot, mine } = this;
    if (!snapshot || snapshot.state !== "playing" || snapshot.turn === null || this.covered !== null) return false;
    if (this.#queue.length > 0 || mine.length === 0 || this.#isBoard()) return false;
    const seat = snapshot.seats[snapshot.turn];
    if (!seat || seat.kind === "bot" || seat.kept) return false;
    return mine.includes(snapshot.turn) || (joint && this.together);
  }

  scene(joint: boolean): Scene | null {
    const { snapshot, welcome } = this;
    if (!snapshot?.view || !welcome) return null;
    const deciding = this.deciding(joint);
    return {
      view: snapshot.view,
      before: this.before,
      events: this.events,
      legal: deciding ? snapshot.legal : [],
      deciding,
      busy: this.acting,
      seats: snapshot.seats,
      turn: snapshot.turn,
      me: welcome.seat,
      advice: this.advice,
      options: welcome.options,
      play: (...tokens) => void this.play(tokens),
    };
  }

  async play(tokens: string[]): Promise<void> {
    if (!this.snapshot || this.acting) return;
    this.advice = null;
    await this.act({ do: "play", at: this.snapshot.length, tokens });
  }

  async undo(): Promise<void> {
    if (this.snapshot) await this.act({ do: "undo", at: this.snapshot.length });
  }

  /** Send an action and return whether it was accepted. A refusal is shown as a notice. */
  async act(act: AnyCommand): Promise<boolean> {
    this.acting = true;
    try {
      await this.#connection.act(act);
      return true;
    } catch (problem) {
      notices.refuse(new Refusal(problem as never));
      return false;
    } finally {
      this.acting = false;
    }
  }

  async askCoach(): Promise<void> {
    if (!("table" in this.place)) return;
    try {
      const advice = await asking.coach(this.place.table);
      if (advice.length === this.snapshot?.length) this.advice = advice;
    } catch (flaw) {
      notices.refuse(flaw);
    }
  }

  /** The owner of the covered hand now holds the device. */
  uncover(): void {
    this.#uncovered = this.covered;
    this.covered = null;
  }

  /** Show all queued messages at once; return whether there were any. */
  hurry(): boolean {
    if (this.#queue.length === 0) return false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#queue.length > 0) this.#show(this.#queue.shift() as ServerMessage);
    return true;
  }

  #isBoard(): boolean {
    return "watch" in this.place || this.place.board === true;
  }

  #hear(message: ServerMessage): void {
    if (message.what === "refused") {
      if (message.answer == null) this.gone = reason(new Refusal(message.problem));
      return;
    }
    if (message.what === "company") {
      this.company.hear(message.here);
      return;
    }
    // An empty answer to one of several combined messages: nothing to show.
    if (message.what === "update" && message.lines.length === 0) return;
    this.#queue.push(message);
    if (this.#queue.length > TOO_MANY || document.hidden) this.hurry();
    else if (this.#timer === undefined) this.#next();
  }

  #next(): void {
    const message = this.#queue.shift();
    if (!message) {
      this.#timer = undefined;
      return;
    }
    const moved = this.#show(message);
    if (moved || this.#queue.length > 0) this.#timer = setTimeout(() => this.#next(), moved ? DWELL : 0);
    else this.#timer = undefined;
  }

  /** Show a message; return whether the board changed. */
  #show(message: ServerMessage): boolean {
    if (message.what === "refused" || message.what === "company") return false;
    if (message.what === "welcome") this.welcome = message;
    const { lines } = message;
    const snapshot = { ...message.snapshot, settings: spelledOut(message.snapshot.settings) };
    const events = lines.flatMap((line) => line.events ?? []);
    const first = this.snapshot === null;
    this.before = this.snapshot?.view ?? null;
    this.#rest(this.snapshot, snapshot);
    this.snapshot = snapshot;
    this.events = events;
    const scene = { view: snapshot.view, before: this.before, seats: snapshot.seats, me: this.welcome?.seat ?? null };
    const told = lines.map((line) => ({ line, scene }));
    this.chronicle = [...this.chronicle, ...told];
    if (this.advice && this.advice.length !== snapshot.length) this.advice = null;
    const moment = { snapshot, before: this.before, events, told };
    if (events.length > 0 && !first) this.moments = [...this.moments.slice(1 - REMEMBERED), moment];
    if (!first) this.shown(moment);
    return events.length > 0 && !first;
  }

  /** Effects of a new turn: a cover between hands, and a sound for the guest. */
  #rest(old: Snapshot | null, now: Snapshot): void {
    const seat = now.turn;
    const ours = seat !== null && this.mine.includes(seat) && now.state === "playing";
    if (ours && old?.turn !== seat && old !== null) sound.play("turn");
    // On a shared device the service sends a hidden hand only in its own turn; the page covers it.
    const hidden = offer.game(this.welcome?.game ?? "")?.hidden ?? false;
    const shared = hidden && this.mine.length > 1 && !this.#isBoard();
    this.covered = ours && shared && this.#uncovered !== seat ? seat : null;
  }
}
