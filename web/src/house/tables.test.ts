import type { MyTableResponse } from "@/wire";
import { expect, test } from "vitest";
import { ago, isFree, toResume, toWatch } from "./tables";

const table = (key: string, state: string, touched: number, my_turn = false): MyTableResponse =>
  ({ table: key, game: "mist", title: "", state, names: [], mine: [0], turn: 0, my_turn, touched });
const TABLES = [table("old", "playing", 1, true), table("new", "waiting", 9), table("done", "over", 5), table("gone", "closed", 8), table("mid", "playing", 4)];
const keys = (tables: MyTableResponse[]): string[] => tables.map((one) => one.table);

test("my turn comes first, then the newest", () => expect(keys(toResume(TABLES))).toEqual(["old", "new", "mid"]));
test("only finished matches are watched again", () => expect(keys(toWatch(TABLES))).toEqual(["done"]));
test("a table that cannot be read is not offered", () =>
  expect(toResume([{ ...table("x", "playing", 1), problem: { code: "failed", message: "" } }])).toEqual([]));
test("a free seat has no name", () => expect([isFree("Seat 2"), isFree("Seat"), isFree("Ada")]).toEqual([true, false, false]));
test("time is told in the reader's words", () => {
  expect(ago(120, "en")).toBe("2 minutes ago");
  expect(ago(90000, "de")).toBe("gestern");
  expect(ago(12, "en")).toBe("now");
});
