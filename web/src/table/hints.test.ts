import type { Hint } from "@/games/page";
import { expect, test } from "vitest";
import { hintFor } from "./hints";
import type { Scene } from "./scene";

const scene = (view: number): Scene<number> =>
  ({ view, before: null, events: [], legal: [], deciding: false, busy: false, seats: [], turn: null, me: 0, advice: null, options: {}, play: () => {} });
const HINTS: Hint<number>[] = [5, 3, 3].map((from) => ({ when: ({ view }) => view >= from, says: () => "" }));

test("nothing is said before its time", () => expect(hintFor(HINTS, new Set(), null, scene(1))).toBeNull());
test("the first that fits is shown, whatever its number", () => expect(hintFor(HINTS, new Set(), null, scene(4))).toBe(1));
test("it stays though its moment has passed, and though another fits", () => {
  expect(hintFor(HINTS, new Set(), 1, scene(0))).toBe(1);
  expect(hintFor(HINTS, new Set(), 1, scene(9))).toBe(1);
});
test("understood, it makes room for the next and never comes back", () => {
  expect(hintFor(HINTS, new Set([1]), 1, scene(4))).toBe(2);
  expect(hintFor(HINTS, new Set([1, 2]), 2, scene(4))).toBeNull();
  expect(hintFor(HINTS, new Set([1, 2]), null, scene(5))).toBe(0);
});
