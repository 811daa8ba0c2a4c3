import { expect, it } from "vitest";
import type { MyTableResponse } from "@/wire";
import { brought, calling } from "./calls";

const at = (table: string, more: Partial<MyTableResponse> = {}): MyTableResponse =>
  ({ table, game: "mist", title: "", state: "playing", names: [], mine: [0], turn: 0, my_turn: true, touched: 1, others: 1, ...more });

it("calls where people wait, and neither to the table that is open nor to one of bots", () => {
  const tables = [at("a"), at("b", { others: 0 }), at("c"), at("d", { my_turn: false }), at("e", { state: "over" }), at("f", { others: undefined })];
  expect(calling(tables, "c").map((one) => one.table)).toEqual(["a"]);
  expect(calling(tables, null).map((one) => one.table)).toEqual(["a", "c"]);
});

it("knows of a table what was told last", () => {
  const known = brought([at("a"), at("b")], [at("b", { my_turn: false })]);
  expect(calling(known, null).map((one) => one.table)).toEqual(["a"]);
});
