/** The frames of a finished match, loaded page by page as somebody looks at them. */

import type { GamePage } from "@/games/page";
import { asking } from "@/house/asking";
import type { Frame, ReplayShown, SeatShown } from "@/wire";

/** As many frames as the service gives at once. */
const PAGE = 200;
/** Frames to either side that are loaded before they are needed. */
const AHEAD = 30;

/** What a record says of its match, as far as the page shows it. */
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

  /** Through one seat's eyes, or with everything open. */
  constructor(
    readonly key: string,
    readonly eyes: number | null = null,
  ) {}

  get seats(): SeatShown[] {
    return seatsIn(this.record?.seats ?? []);
  }

  has(number: number): boolean {
    return this.frames.has(number);
  }

  /** Frame `number` is there when this is done, and soon those around it. */
  async reach(number: number): Promise<void> {
    await this.#load(Math.floor(number / PAGE));
    const around = [number - AHEAD, number + AHEAD].filter((one) => one >= 0 && one <= this.length);
    for (const one of around) void this.#load(Math.floor(one / PAGE)).catch(() => {});
  }

  /** Just the frames before and after one event, for a sentence about it. */
  async glance(number: number): Promise<void> {
    if (this.frames.has(number) && (number === 0 || this.frames.has(number - 1))) return;
    this.#keep(await asking.replay(this.key, Math.max(number - 1, 0), this.eyes, 2));
  }

  /** The table after event `number` as `seat` saw it; in games without hidden hands everybody sees the same. */
  view(number: number, seat: number | null = null): unknown {
    const views = this.frames.get(number)?.views;
    return views?.[views.length > 1 ? (seat ?? this.whose(number)) : 0] ?? null;
  }

  /** Who decided last, up to this event: whose hand is shown when everything is open. */
  whose(number: number): number {
    for (let at = number; at >= 0; at--) {
      const whose = this.frames.get(at)?.whose;
      if (whose != null) return whose;
    }
    return 0;
  }

  /** What event `number` was, in a sentence; "" for what goes without saying. */
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

  #keep(shown: ReplayShown): void {
    this.record = shown.record as unknown as Recorded;
    this.length = shown.length;
    const frames = new Map(this.frames);
    shown.frames.forEach((frame, index) => frames.set(shown.first + index, frame));
    this.frames = frames;
  }
}

/**
 * Who sat there, as a record names them: a bot has its level in parentheses.
 *
 * `["Mara", "Alma (fox)"]` are a person and a fox called Alma; seats that are called alike get their number.
 */
export function seatsIn(seats: readonly string[]): SeatShown[] {
  const found = seats.map((seat) => /^(.+) \((\w+)(?::\d+)?\)$/.exec(seat));
  const names = seats.map((seat, index) => found[index]?.[1] ?? seat);
  return names.map((name, index) => {
    const level = found[index]?.[2] ?? null;
    const alike = names.filter((one) => one === name).length > 1;
    return { name: alike ? `${name} ${index + 1}` : name, kind: level ? "bot" : "person", level };
  });
}
