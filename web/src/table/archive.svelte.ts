/** Frames of a finished match, loaded in pages on demand. */

import type { GamePage } from "@/games/page";
import { asking } from "@/house/asking";
import type { Frame, ReplayResponse, SeatView } from "@/wire";

/** Frames per request. */
const PAGE = 200;
/** Frames to prefetch on either side. */
const AHEAD = 30;

/** The parts of a record that the page shows. */
export interface Recorded {
  game: string;
  seats: string[];
  options: Record<string, boolean | number | string | number[]>;
}

export class Archive {
  record = $state.raw<Recorded | null>(null);
  length = $state(0);
  frames = $state.raw<ReadonlyMap<number, Frame>>(new Map());

  #asked = new Map<number, Promise<void>>();

  /** Point of view of one seat, or everything open. */
  constructor(
    readonly key: string,
    readonly eyes: number | null = null,
  ) {}

  get seats(): SeatView[] {
    return seatsIn(this.record?.seats ?? []);
  }

  has(number: number): boolean {
    return this.frames.has(number);
  }

  /** Load frame `number`, then prefetch its neighbours. */
  async reach(number: number): Promise<void> {
    await this.#load(Math.floor(number / PAGE));
    const around = [number - AHEAD, number + AHEAD].filter((one) => one >= 0 && one <= this.length);
    for (const one of around) void this.#load(Math.floor(one / PAGE)).catch(() => {});
  }

  /** Load only the frames before and after one event, for its sentence. */
  async glance(number: number): Promise<void> {
    if (this.frames.has(number) && (number === 0 || this.frames.has(number - 1))) return;
    this.#keep(await asking.replay(this.key, Math.max(number - 1, 0), this.eyes, 2));
  }

  /** The view of `seat` after event `number`; games without hidden hands have one view for all. */
  view(number: number, seat: number | null = null): unknown {
    const views = this.frames.get(number)?.views;
    return views?.[views.length > 1 ? (seat ?? this.whose(number)) : 0] ?? null;
  }

  /** The last seat that decided, up to this event; its hand is shown with everything open. */
  whose(number: number): number {
    for (let at = number; at >= 0; at--) {
      const whose = this.frames.get(at)?.whose;
      if (whose != null) return whose;
    }
    return 0;
  }

  /** Sentence of event `number`; "" for an event without one. */
  tell(number: number, page: GamePage<unknown>, seat: number | null = null): string {
    const frame = this.frames.get(number);
    if (!frame?.event) return "";
    const me = seat ?? this.eyes;
    const eye = me ?? this.whose(number);
    return page.tell(frame.event, { view: this.view(number, eye), before: this.view(number - 1, eye), seats: this.seats, me });
  }

  #load(page: number): Promise<void> {
    const asked = this.#asked.get(page);
    if (asked) return asked;
    const loading = asking.replay(this.key, page * PAGE, this.eyes).then((shown) => this.#keep(shown));
    this.#asked.set(page, loading);
    loading.catch(() => this.#asked.delete(page));
    return loading;
  }

  #keep(shown: ReplayResponse): void {
    this.record = shown.record as unknown as Recorded;
    this.length = shown.length;
    const frames = new Map(this.frames);
    shown.frames.forEach((frame, index) => frames.set(shown.first + index, frame));
    this.frames = frames;
  }
}

/**
 * Seats of a record: the name of a bot has its level in parentheses.
 *
 * `["Mara", "Alma (fox)"]` are a person and a Fox bot named Alma; equal names get their seat number.
 */
export function seatsIn(seats: readonly string[]): SeatView[] {
  const found = seats.map((seat) => /^(.+) \((\w+)(?::\d+)?\)$/.exec(seat));
  const names = seats.map((seat, index) => found[index]?.[1] ?? seat);
  return names.map((name, index) => {
    const level = found[index]?.[2] ?? null;
    const alike = names.filter((one) => one === name).length > 1;
    return { name: alike ? `${name} ${index + 1}` : name, kind: level ? "bot" : "person", level };
  });
}
