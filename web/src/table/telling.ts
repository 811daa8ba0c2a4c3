/** Lines of the table log as sentences: the game describes its events, this module the rest. */

import type { GamePage } from "@/games/page";
import { fill, language, spoken } from "@/house/language.svelte";
import { offer } from "@/house/offer.svelte";
import type { LogEntryView } from "@/wire";
import { words } from "@/words";
import type { Seen } from "./scene";

/** A line of the log with the table as it was shown then. */
export interface Told {
  line: LogEntryView;
  scene: Seen;
}

/** Return the sentences of a line. */
export function tellLine({ line, scene }: Told, page: GamePage<unknown>): string[] {
  const w = spoken(words).table;
  const name = line.name ?? (line.seat == null ? "" : (scene.seats[line.seat]?.name ?? ""));
  const told = (line.events ?? [])
    .map((event) => page.tell(event, { ...scene, whose: line.seat ?? null }))
    .filter((sentence, at, all) => sentence !== "" && sentence !== all[at - 1]); // the five cards of one trade give one sentence
  const sentences: Partial<Record<string, string>> = {
    sat: w.joined, freed: w.left, bot: w.invited, kept: w.keeps, returned: w.returned, undone: w.undone,
    asked_undo: w.asked, declined: w.declined, agreed: w.agreed, changed: w.changed, closed: w.closed, began: w.began,
    replaced: w.replaced, removed: w.removed, given_away: line.willing ? w.gaveUp : w.givenAway,
    asked_seat: w.askedSeat, agreed_seat: w.agreedSeat, declined_seat: w.declinedSeat,
  };
  if (line.what === "said") return [`${name}: ${phrase(line.phrase ?? "")}`];
  if (line.what === "chatted") return [`${name}: ${line.words ?? ""}`];
  const sentence = sentences[line.what];
  return sentence ? [fill(sentence, { name, person: line.person ?? "" }), ...told] : told;
}

/** A preset phrase in the reader's language. */
export function phrase(key: string): string {
  const said = offer.current?.phrases[key];
  return said?.[language.current] ?? said?.["en"] ?? key;
}
