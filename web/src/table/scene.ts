/** What a board is given to show. A table, a replay and a lesson all set scenes; a board knows nothing else. */

import type { AdviceShown, SeatShown } from "@/wire";

export interface Scene<View = unknown> {
  /** The table now, and as it was shown before (to see what moved); `before` is null when there was nothing. */
  view: View;
  before: View | null;
  /** What happened from `before` to `view`, as tokens; of what we may not know, nothing. */
  events: readonly string[];
  /** What may be decided now, as tokens; empty unless `deciding`. */
  legal: readonly string[];
  /** Whether it is for us to decide now. */
  deciding: boolean;
  /** An act is on its way: pieces rest. */
  busy: boolean;
  seats: readonly SeatShown[];
  /** Whose turn it is, if anybody's. */
  turn: number | null;
  /** Through whose eyes we look; null for those who only watch. */
  me: number | null;
  /** What the coach says of the choices of this very moment, if it was asked. */
  advice: AdviceShown | null;
  options: Readonly<Record<string, boolean | number | string | number[]>>;
  /** Decide: the small decisions of one turn may come together. */
  play: (...tokens: string[]) => void;
}

/** What an event is told by. Of what happened before we came there is no view, only who decided: the log has that. */
export type Seen<View = unknown> = Pick<Scene<View>, "view" | "before" | "seats" | "me"> & { whose?: number | null };

export function nameOf(scene: Pick<Scene, "seats">, seat: number): string {
  return scene.seats[seat]?.name ?? "";
}
