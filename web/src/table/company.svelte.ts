/** Who has the table open. Somebody who reloads the page or loses the line for a moment has not gone. */

/** Milliseconds for which nobody is missed. */
const BRIEFLY = 6000;

export class Company {
  /** Seats whose people are there; null where the service does not say. */
  here = $state.raw<ReadonlySet<number> | null>(null);

  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The service says who is there now: who came is seen at once, who went a little later. */
  hear(now: readonly number[]): void {
    clearTimeout(this.#timer);
    if (this.here === null) {
      this.here = new Set(now);
      return;
    }
    this.here = new Set([...this.here, ...now]);
    this.#timer = setTimeout(() => (this.here = new Set(now)), BRIEFLY);
  }

  isAway(seat: number): boolean {
    return this.here !== null && !this.here.has(seat);
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
