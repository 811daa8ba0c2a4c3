/** Each seat of this guest adds its own random seed as soon as the service has committed to its secret. */

import type { AnyCommand, Update, Welcome } from "@/wire";

const BYTES = 16;

export class Seeding {
  #mine: readonly number[] = [];
  #given = new Set<number>();

  constructor(readonly act: (act: AnyCommand) => Promise<void>) {}

  hear(message: Welcome | Update): void {
    if (message.what === "welcome") this.#mine = message.mine;
    const { state, seats } = message.snapshot;
    if (state !== "waiting") return;
    for (const seat of this.#mine) {
      if (seats[seat]?.seeded || this.#given.has(seat)) continue;
      this.#given.add(seat);
      this.act({ do: "seed", seat, seed: randomness() }).catch(() => this.#given.delete(seat));
    }
  }
}

function randomness(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (one) => one.toString(16).padStart(2, "0")).join("");
}
