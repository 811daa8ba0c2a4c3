/** The commitment of a seat to its seed: a page shows it before any seed is known (docs/reference/notation.md). */

import { sha256Here } from "./sha256";

export const hex = (digest: Uint8Array): string => Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Seats count from 0. Computed at once, so that no message comes in between. */
export function sealOf(match: string, seat: number, seed: string): string {
  return hex(sha256Here(new TextEncoder().encode(`${match}\n${seat + 1}\n${seed}`)));
}
