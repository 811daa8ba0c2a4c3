import { expect, test, vi } from "vitest";

vi.hoisted(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
  vi.stubGlobal("document", { documentElement: { lang: "" } });
});

import { Refusal } from "@/house/asking";
import { language } from "@/house/language.svelte";
import { reason } from "@/house/notices.svelte";
import type { GameResponse, OptionResponse, ErrorResponse } from "@/wire";
import { acceptsSays, isDrawn, readNumbers } from "./choices";
import { companyOf, freshDraft, fromLink, recall, remember, usualPlayers, wishFor, withCompany, withOption, withPlayers, withSitter } from "./draft";

const option = (name: string, kind: string, limits: Partial<OptionResponse>, value: OptionResponse["default"] = false): OptionResponse =>
  ({ name, kind, accepts: "", default: value, meaning: "", ...limits });
const DOUBLING = option("doubling", "switch", {});
const CARDS = option("cards", "numbers", { low: -99, high: 99, shortest: 7, longest: 12 }, [1, -2]);
const game = (players: number[]): GameResponse => ({
  id: "mist", title: "", designer: "", publisher: "", year: 2008, summary: "", players, together: false, hidden: false, rules: 1, options: [DOUBLING, CARDS],
});
const FOUR = game([3, 4, 5, 6]);
const who = (draft: { seats: { who: string }[] }): string[] => draft.seats.map((one) => one.who);

test("the usual table: two rivals, or one where there is only room for two", () => {
  expect(usualPlayers(FOUR)).toBe(3);
  expect(usualPlayers(game([2]))).toBe(2);
  expect(usualPlayers(game([1, 2, 3, 4]))).toBe(2);
});

test("a larger table gets more of the same, a smaller one keeps me", () => {
  const friends = withCompany(freshDraft(FOUR), "friends");
  expect(who(withPlayers(friends, 5, FOUR))).toEqual(["me", "friend", "friend", "friend", "friend"]);
  expect(withPlayers(friends, 9, FOUR)).toBe(friends);
  const last = withSitter(withPlayers(friends, 4, FOUR), 3, "me");
  expect(who(withPlayers(last, 3, FOUR))).toEqual(["friend", "friend", "me"]);
});

test("there is one of me", () => {
  const draft = withSitter(withSitter(freshDraft(FOUR), 2, "friend"), 2, "me");
  expect(who(draft)).toEqual(["friend", "bot", "me"]);
});

test("a company is recognised until a seat differs; at a board nobody sits before the screen", () => {
  const board = withCompany(freshDraft(FOUR), "board");
  expect([who(board), board.board, companyOf(board)]).toEqual([["friend", "friend", "friend"], true, "board"]);
  expect(companyOf(withCompany(board, "local"))).toBe("local");
  const mixed = withSitter(board, 1, "me");
  expect([mixed.board, companyOf(withSitter(mixed, 2, "bot"))]).toEqual([false, null]);
});

test("the wish says what differs from the box", () => {
  let draft = withOption(freshDraft(FOUR), DOUBLING, true);
  draft = withOption(draft, CARDS, [1, -2]);
  draft = withSitter(withSitter(draft, 1, "local"), 2, "friend");
  const wish = wishFor(FOUR, draft);
  expect(wish.options).toEqual({ doubling: true });
  expect(wish.seats).toEqual([{ who: "me" }, { who: "me", name: null }, { who: "person" }]);
  expect(withOption(draft, DOUBLING, false).options).toEqual({});
});

test("a link is followed as far as it makes sense", () => {
  const at = (query: string) => fromLink(new URLSearchParams(query), FOUR, freshDraft(FOUR));
  expect(at(`options=${encodeURIComponent('{"doubling":true,"secret":1,"cards":["x"]}')}&players=5`)).toMatchObject({ options: { doubling: true }, seats: { length: 5 } });
  expect(at("options={broken&players=77")).toEqual(freshDraft(FOUR));
});

test("what was laid last is laid again, unless it cannot be any more", () => {
  const shelf = new Map<string, string>();
  const storage = { getItem: (key: string) => shelf.get(key) ?? null, setItem: (key: string, value: string) => void shelf.set(key, value) };
  const draft = withOption(withCompany(freshDraft(FOUR, 4, "owl"), "local"), DOUBLING, true);
  remember(FOUR, draft, storage);
  expect(recall(FOUR, storage)).toEqual(draft);
  expect(recall(game([2]), storage)).toEqual(freshDraft(game([2])));
  shelf.set("paddock.laying.mist", "{not json");
  expect(recall(FOUR, storage)).toEqual(freshDraft(FOUR));
});

test("what an option accepts is said from its limits", () => {
  language.current = "en";
  expect(acceptsSays(option("dice", "number", { low: 0, high: 99 }))).toBe("A whole number from 0 to 99.");
  expect(acceptsSays(CARDS)).toBe("7 to 12 whole numbers from -99 to 99.");
  expect(acceptsSays(option("sizes", "numbers", { low: 1, high: 64, shortest: 2, longest: 2, ascending: true }))).toBe("2 whole numbers from 1 to 64. In ascending order.");
  expect(acceptsSays(option("declare", "choice", { choices: ["automatic", "optional"] }))).toBe("");
  language.current = "de";
  expect(acceptsSays(option("dice", "number", { low: 1, high: 7 }))).toBe("Eine ganze Zahl von 1 bis 7.");
});

test("typed values are read", () => {
  expect([isDrawn("bb/ff"), isDrawn("easy")]).toEqual([true, false]);
  expect([readNumbers("1, 2;−3"), readNumbers("1, two"), readNumbers("")]).toEqual([[1, 2, -3], null, null]);
});

test("an error is said by its code with its parameters; the message of the service is the last resort", () => {
  const refusal = (code: string, params: ErrorResponse["params"] = {}): Refusal => new Refusal({ code, message: "The service's words.", field: "rows", params });
  language.current = "de";
  expect(reason(refusal("long_row", { hand: 3 }))).toBe("Eine Reihe hat höchstens so viele Karten wie eine Hand: 3.");
  expect(reason(refusal("bad_value"), "Reihen")).toBe("Reihen: Dieser Wert geht nicht.");
  expect(reason(refusal("bad_option"))).toBe("Diese Regeln passen nicht zusammen.");
  expect(reason(refusal("never_heard"))).toBe("The service's words.");
  language.current = "en";
  expect(reason(refusal("long_row", { hand: 3 }))).toBe("A row has at most as many cards as a hand: 3.");
  expect(reason(refusal("bad_option"))).toBe("The service's words.");
});
