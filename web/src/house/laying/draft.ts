/** The draft of a new table, and the request it becomes. */

import { LEVELS, type Level } from "@/house/offer.svelte";
import { spelledOut } from "@/table/settings";
import type { GameResponse, OptionResponse, SeatRequest, Settings, TableRequest } from "@/wire";

export type Value = boolean | number | string | number[];

/** Kinds of sitters: the guest, a player on the same device, an invited friend, or a bot. */
export const SITTERS = ["me", "local", "friend", "bot"] as const;
export type Sitter = (typeof SITTERS)[number];

export interface SeatDraft {
  who: Sitter;
  level: Level;
  /** Name of a player on this device; empty for the service's default. */
  name: string;
}

/** Presets for all other seats; with `board` this screen is the board and every player holds a phone. */
export const COMPANIES = ["bots", "local", "friends", "board"] as const;
export type Company = (typeof COMPANIES)[number];

export interface Draft {
  seats: SeatDraft[];
  options: Record<string, Value>;
  settings: Settings;
  board: boolean;
}

const seat = (who: Sitter, level: Level): SeatDraft => ({ who, level, name: "" });

/** Default number of players: the minimum, or three where the minimum is two and three are possible. */
export function usualPlayers(game: GameResponse): number {
  const few = Math.min(...game.players);
  return few < 3 && game.players.includes(few + 1) ? few + 1 : few;
}

export function freshDraft(game: GameResponse, players = usualPlayers(game), level: Level = "hound"): Draft {
  const seats = Array.from({ length: players }, (_, number) => seat(number === 0 ? "me" : "bot", level));
  return { seats, options: {}, settings: spelledOut({}), board: false };
}

/** Return the draft with more or fewer seats, within the limits of the game; remaining seats keep their sitters. */
export function withPlayers(draft: Draft, players: number, game: GameResponse): Draft {
  if (!game.players.includes(players)) return draft;
  const last = draft.seats.findLast((one) => one.who !== "me") ?? seat("bot", "hound");
  const more = Array.from({ length: Math.max(0, players - draft.seats.length) }, () => ({ ...last, name: "" }));
  const seats = [...draft.seats, ...more].slice(0, players);
  // The guest keeps a seat when the table becomes smaller.
  const lost = draft.seats.slice(players).find((one) => one.who === "me");
  if (lost) seats[players - 1] = lost;
  return { ...draft, seats };
}

/** Return the draft with another sitter. The guest has one seat: a move to another seat swaps the two. */
export function withSitter(draft: Draft, number: number, who: Sitter): Draft {
  const seats = draft.seats.map((one) => ({ ...one }));
  const there = seats[number];
  if (!there) return draft;
  const mine = seats.findIndex((one) => one.who === "me");
  if (who === "me" && mine >= 0 && mine !== number) seats[mine] = { ...there };
  seats[number] = { ...there, who };
  return { ...draft, seats, board: draft.board && !seats.some((one) => one.who === "me" || one.who === "local") };
}

/** Return the draft with one company in all other seats. */
export function withCompany(draft: Draft, company: Company): Draft {
  const others: Record<Company, Sitter> = { bots: "bot", local: "local", friends: "friend", board: "friend" };
  const mine = Math.max(0, draft.seats.findIndex((one) => one.who === "me"));
  const seats = draft.seats.map((one, number) => ({ ...one, who: number === mine && company !== "board" ? "me" as const : others[company] }));
  return { ...draft, seats, board: company === "board" };
}

/** The company of a draft; null for a mix. */
export function companyOf(draft: Draft): Company | null {
  const same = (company: Company): boolean => {
    const other = withCompany(draft, company);
    return other.board === draft.board && other.seats.every((one, number) => one.who === draft.seats[number]?.who);
  };
  return draft.seats.length < 2 ? null : (COMPANIES.find(same) ?? null);
}

export function valueOf(draft: Draft, option: OptionResponse): Value {
  return draft.options[option.name] ?? option.default;
}

/** Return the draft with an option; default values are not stored. */
export function withOption(draft: Draft, option: OptionResponse, value: Value): Draft {
  const options = { ...draft.options, [option.name]: value };
  if (String(value) === String(option.default)) delete options[option.name];
  return { ...draft, options };
}

export function wishFor(game: GameResponse, draft: Draft): TableRequest {
  const told: Record<Sitter, (one: SeatDraft) => SeatRequest> = {
    me: () => ({ who: "me" }),
    local: (one) => ({ who: "me", name: one.name.trim() || null }),
    friend: () => ({ who: "person" }),
    bot: (one) => ({ who: "bot", level: one.level }),
  };
  return { game: game.id, seats: draft.seats.map((one) => told[one.who](one)), options: draft.options, settings: draft.settings };
}

/** Draft from an address: `/new?game=mmm&options={"line":true}&players=3`. Every value is checked. */
export function fromLink(query: URLSearchParams, game: GameResponse, kept: Draft): Draft {
  const players = Number(query.get("players"));
  let options: unknown = null;
  try {
    options = JSON.parse(query.get("options") ?? "null");
  } catch {
    // A truncated link: use the defaults.
  }
  const draft = withPlayers(kept, players, game);
  return options && typeof options === "object" ? { ...draft, options: knownOptions(options as Record<string, unknown>, game) } : draft;
}

function knownOptions(told: Record<string, unknown>, game: GameResponse): Record<string, Value> {
  const good = (value: unknown): value is Value =>
    ["boolean", "number", "string"].includes(typeof value) || (Array.isArray(value) && value.every((one) => typeof one === "number"));
  return Object.fromEntries(
    Object.entries(told).filter((pair): pair is [string, Value] => game.options.some((one) => one.name === pair[0]) && good(pair[1])),
  );
}

const kept = (game: GameResponse): string => `paddock.laying.${game.id}`;

/** The last draft of this game on this device. The game's options may have changed since. */
export function recall(game: GameResponse, storage: Pick<Storage, "getItem"> = localStorage): Draft {
  const fresh = freshDraft(game);
  try {
    const told = JSON.parse(storage.getItem(kept(game)) ?? "null") as Partial<Draft> | null;
    if (!told || !Array.isArray(told.seats) || !game.players.includes(told.seats.length)) return fresh;
    const seats = told.seats.map((one) => ({
      who: SITTERS.includes(one.who) ? one.who : ("bot" as const),
      level: LEVELS.includes(one.level) ? one.level : ("hound" as const),
      name: String(one.name ?? ""),
    }));
    return { seats, options: knownOptions(told.options ?? {}, game), settings: spelledOut(told.settings ?? {}), board: told.board === true };
  } catch {
    return fresh;
  }
}

export function remember(game: GameResponse, draft: Draft, storage: Pick<Storage, "setItem"> = localStorage): void {
  storage.setItem(kept(game), JSON.stringify(draft));
}
