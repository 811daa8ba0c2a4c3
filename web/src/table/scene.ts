/** The input of a board. Tables, replays and lessons create scenes; a board knows nothing else. */

import type { AdviceResponse, SeatView } from "@/wire";

export interface Scene<View = unknown> {
  /** The current view, and the view shown before it; `before` is null at the start. */
  view: View;
  before: View | null;
  /** Tokens of the events from `before` to `view`, without hidden ones. */
  events: readonly string[];
  /** Tokens of the legal decisions; empty unless `deciding`. */
  legal: readonly string[];
  /** Whether the guest may decide now. */
  deciding: boolean;
  /** A request is under way: pieces do not react. */
  busy: boolean;
  seats: readonly SeatView[];
  /** The seat on turn; null for none. */
  turn: number | null;
  /** The seat of the point of view; null for spectators. */
  me: number | null;
  /** The coach's advice for this position, if requested. */
  advice: AdviceResponse | null;
  options: Readonly<Record<string, boolean | number | string | number[]>>;
  /** Send a decision; several small decisions of one turn may be sent together. */
  play: (...tokens: string[]) => void;
}

/** The context of an event for its sentence. Events before the guest joined have no view, only the deciding seat from the log. */
export type Seen<View = unknown> = Pick<Scene<View>, "view" | "before" | "seats" | "me"> & { whose?: number | null };

export function nameOf(scene: Pick<Scene, "seats">, seat: number): string {
  return scene.seats[seat]?.name ?? "";
}
