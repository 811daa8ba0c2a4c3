/** What this device saw of a table's dice before the first event, kept for the check after the match. */

import type { Seen } from "./dice";

const KEPT = "paddock.seen";
const MOST_TABLES = 40;

/** The same, with the seeds that are not sent yet, by seat. */
export interface Notes extends Seen {
  drafts: Record<number, string>;
}

type Tables = Record<string, Notes>;

function all(): Tables {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Tables;
  } catch {
    return {};
  }
}

export function seenAt(table: string): Notes | null {
  return all()[table] ?? null;
}

/** Remember it. The oldest tables are forgotten. */
export function remember(table: string, seen: Notes): void {
  const { [table]: _, ...others } = all();
  const kept = [...Object.entries(others), [table, seen]].slice(-MOST_TABLES);
  try {
    localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // Without storage, a reload forgets it; the check of the record itself remains.
  }
}
