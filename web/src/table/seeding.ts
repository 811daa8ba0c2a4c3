/**
 * Each seat of this guest adds its own random seed to the dice, after the service has committed to its secret.
 * With other people at the table, all pages commit to their seeds first. So nobody chooses a seed after the others.
 */

import type { AnyCommand, SeatView, Update, Welcome } from "@/wire";
import { hex, sealOf } from "./seal";
import { remember, seenAt, type Notes } from "./seen";

const BYTES = 16;

export class Seeding {
  #mine: readonly number[] = [];
  #match = "";
  #seats: readonly SeatView[] = [];
  #waiting = false;
  #notes: Notes;
  /** Seats whose seed the table has shown as given. */
  #seeded = new Set<number>();
  /** Seats with a command that is not answered yet. */
  #pending = new Set<number>();

  constructor(
    readonly act: (act: AnyCommand) => Promise<void>,
    readonly table: string,
  ) {
    this.#notes = seenAt(table) ?? { commitment: "", drafts: {}, seeds: {}, seals: [] };
  }

  hear(message: Welcome | Update): void {
    const first = message.what === "welcome";
    if (first) {
      this.#mine = message.mine;
      this.#match = message.dice.match;
      this.#notes.commitment ||= message.dice.commitment;
    }
    this.#seats = message.snapshot.seats;
    this.#waiting = message.snapshot.state === "waiting";
    this.#tendAll(first);
  }

  #tendAll(first: boolean): void {
    if (!this.#waiting) return;
    for (const seat of this.#mine) {
      if (this.#seats[seat]?.seeded) this.#seeded.add(seat);
      else if (!this.#pending.has(seat)) this.#tend(seat, first);
    }
  }

  #tend(seat: number, first: boolean): void {
    const { drafts, seeds } = this.#notes;
    if (seat in seeds) {
      if (!first && !this.#seeded.has(seat)) return; // stored, and shown soon
      // A new person came, so the table has forgotten all seeds.
      this.#seeded.delete(seat);
      delete seeds[seat];
      delete drafts[seat];
    }
    const seed = (drafts[seat] ??= randomness());
    const seal = sealOf(this.#match, seat, seed);
    const committed = this.#seats[seat]?.commitment;
    const others = this.#seats.filter((other, index) => other.kind !== "bot" && !this.#mine.includes(index));
    if (others.length > 0 && committed !== seal) {
      // Another device of this guest may have committed: only a device that comes later takes over.
      if (!committed || first) this.#send(seat, { do: "commit_seed", seat, commitment: seal });
    } else if (others.every((other) => other.commitment)) {
      this.#notes.seals = this.#seats.map((other) => other.commitment ?? null);
      this.#send(seat, { do: "seed", seat, seed }, () => (seeds[seat] = seed));
    }
  }

  #send(seat: number, act: AnyCommand, stored: () => void = () => {}): void {
    this.#pending.add(seat);
    remember(this.table, this.#notes);
    this.act(act).then(
      () => {
        this.#pending.delete(seat);
        stored();
        remember(this.table, this.#notes);
        this.#tendAll(false); // the answer came with the newest seats
      },
      () => this.#pending.delete(seat),
    );
  }
}

function randomness(): string {
  return hex(crypto.getRandomValues(new Uint8Array(BYTES)));
}
