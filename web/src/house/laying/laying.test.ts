import type { GameResponse, OptionResponse } from "@/wire";
import { expect, test } from "vitest";
import { bounds, isDrawn, named, readNumbers } from "./choices";
import { companyOf, freshDraft, fromLink, recall, remember, usualPlayers, wishFor, withCompany, withOption, withPlayers, withSitter } from "./draft";

const option = (name: string, kind: string, accepts: string, value: OptionResponse["default"] = false): OptionResponse =>
  ({ name, kind, accepts, default: value, meaning: "" });
const DOUBLING = option("doubling", "switch", "on or off");
const CARDS = option("cards", "numbers", "7 to 12 whole numbers from -99 to 99, separated by commas", [1, -2]);
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

test("what an option accepts is read from its sentence", () => {
  expect(bounds("a whole number from 0 to 99")).toEqual({ low: 0, high: 99 });
  expect(bounds("on or off")).toBeNull();
  expect(named(option("declare", "choice", "automatic or optional"))).toEqual(["automatic", "optional"]);
  expect(named(option("board", "board", "easy, hard, expert, a TOML file, or drawn rows joined by /"))).toEqual(["easy", "hard", "expert"]);
  expect(named(option("sheet", "board", "1 to 3, random:<seed>, the path of a TOML file, or drawn rows joined by /"))).toEqual(["1", "2", "3"]);
  expect([isDrawn("bb/ff"), isDrawn("easy")]).toEqual([true, false]);
  expect([readNumbers("1, 2;−3"), readNumbers("1, two"), readNumbers("")]).toEqual([[1, 2, -3], null, null]);
});
