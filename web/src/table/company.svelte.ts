/** Presence: the seats with an open page. A reload or a short loss of the connection does not count as away. */

/** Milliseconds before a missing player counts as away. */
const BRIEFLY = 6000;

export class Company {
  /** Present seats; null if the service sends no presence. */
  here = $state.raw<ReadonlySet<number> | null>(null);

  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Apply a presence message: arrivals at once, departures a little later. */
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
