import type { LogEntryView, Snapshot, Welcome } from "@/wire";
import { expect, test } from "vitest";
import { lastMoments, sceneOf } from "./again";
import type { Moment } from "./sitting.svelte";

const moment = (number: number, seat: number, more: Partial<LogEntryView> = {}): Moment => ({
  snapshot: { view: { number }, seats: [], turn: 0, legal: ["stop"], length: number } as unknown as Snapshot,
  before: { number: number - 1 },
  events: [`e:${number}`],
  told: [{ line: { number, at: 0, what: "played", seat, ...more }, scene: { view: null, before: null, seats: [], me: null } }],
});
const numbers = (moments: Moment[]): number[] => moments.map((one) => one.snapshot.length);

test("what happened since our last decision", () => {
  expect(numbers(lastMoments([moment(1, 0), moment(2, 1), moment(3, 2)], [0]))).toEqual([2, 3]);
  expect(numbers(lastMoments([moment(1, 1), moment(2, 2)], [0]))).toEqual([1, 2]);
});

test("a bot that keeps our seat is not us", () => {
  expect(numbers(lastMoments([moment(1, 0), moment(2, 0, { bot: true }), moment(3, 1)], [0]))).toEqual([2, 3]);
});

test("right after our own decision: the moves before it, and it", () => {
  expect(numbers(lastMoments([moment(1, 0), moment(2, 1), moment(3, 0), moment(4, 0)], [0]))).toEqual([2, 3, 4]);
  expect(numbers(lastMoments([moment(1, 0), moment(2, 0)], [0]))).toEqual([1, 2]);
  expect(lastMoments([], [0])).toEqual([]);
});

test("a moment on the board can be looked at, not played", () => {
  const welcome = { seat: 0, options: {} } as unknown as Welcome;
  expect(sceneOf(moment(2, 1), welcome, true)).toMatchObject({ view: { number: 2 }, before: { number: 1 }, events: ["e:2"], legal: [], deciding: false });
  expect(sceneOf(moment(2, 1), welcome, false)).toMatchObject({ view: { number: 1 }, before: null, events: [] });
});
