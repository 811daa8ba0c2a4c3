/** Lines of a table's log in sentences: the game tells its events, the house tells the rest. */

import type { GamePage } from "@/games/page";
import { fill, language, spoken } from "@/house/language.svelte";
import { offer } from "@/house/offer.svelte";
import type { LineShown } from "@/wire";
import { words } from "@/words";
import type { Seen } from "./scene";

/** A line of the log, with the table around it as it was shown then. */
export interface Told {
  line: LineShown;
  scene: Seen;
}

/** What a line says, in as many sentences as it has things to tell. */
export function tellLine({ line, scene }: Told, page: GamePage<unknown>): string[] {
  const w = spoken(words).table;
  const name = line.name ?? (line.seat == null ? "" : (scene.seats[line.seat]?.name ?? ""));
  const told = (line.events ?? [])
    .map((event) => page.tell(event, { ...scene, whose: line.seat ?? null }))
    .filter((sentence, at, all) => sentence !== "" && sentence !== all[at - 1]); // five cards of a trade are one trade
  const sentences: Partial<Record<string, string>> = {
    sat: w.joined, freed: w.left, bot: w.invited, kept: w.keeps, returned: w.returned, undone: w.undone,
    asked_undo: w.asked, declined: w.declined, agreed: w.agreed, changed: w.changed, closed: w.closed, began: w.began,
  };
  if (line.what === "said") return [`${name}: ${phrase(line.phrase ?? "")}`];
  if (line.what === "chatted") return [`${name}: ${line.words ?? ""}`];
  const sentence = sentences[line.what];
  return sentence ? [fill(sentence, { name }), ...told] : told;
}

/** A preset phrase in the reader's language. */
export function phrase(key: string): string {
  const said = offer.current?.phrases[key];
  return said?.[language.current] ?? said?.["en"] ?? key;
}
