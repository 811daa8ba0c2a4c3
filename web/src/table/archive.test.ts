import { asking } from "@/house/asking";
import type { GamePage } from "@/games/page";
import { afterEach, expect, test, vi } from "vitest";
import { Archive, seatsIn } from "./archive.svelte";

const LENGTH = 450;

/** A match of two with hidden hands: seat 0 has the even events, each view names its seat and number. */
function served(key: string, first: number, seat: number | null, count = 200) {
  void key;
  const numbers = Array.from({ length: Math.min(count, LENGTH + 1 - first) }, (_, index) => first + index);
  const frames = numbers.map((number) => ({
    event: number ? `e:${number}` : null, told: "", whose: number ? number % 2 : null,
    views: (seat === null ? [0, 1] : [seat]).map((eye) => ({ eye, number })),
  }));
  return Promise.resolve({ record: { game: "life", seats: ["A", "B"], options: {} }, frames, first, length: LENGTH });
}

afterEach(() => vi.restoreAllMocks());

test("frames come page by page, each once, and those ahead before they are needed", async () => {
  const ask = vi.spyOn(asking, "replay").mockImplementation(served);
  const archive = new Archive("k");
  await archive.reach(5);
  expect(ask.mock.calls.map((call) => call[1])).toEqual([0]);
  await archive.reach(190);
  await archive.reach(201);
  expect(ask.mock.calls.map((call) => call[1])).toEqual([0, 200]);
  expect(archive.view(201)).toEqual({ eye: 1, number: 201 });
  await archive.reach(LENGTH);
  expect(archive.view(LENGTH, 1)).toEqual({ eye: 1, number: LENGTH });
});

test("with everything open the hand of whoever decided is shown, or the one asked for; a seat's own eyes see one", async () => {
  vi.spyOn(asking, "replay").mockImplementation(served);
  const open = new Archive("k");
  await open.reach(0);
  expect([0, 3, 4].map((number) => open.view(number))).toEqual([{ eye: 0, number: 0 }, { eye: 1, number: 3 }, { eye: 0, number: 4 }]);
  expect(open.view(3, 0)).toEqual({ eye: 0, number: 3 });
  const own = new Archive("k", 1);
  await own.reach(0);
  expect(own.view(4)).toEqual({ eye: 1, number: 4 });
});

test("a glance loads two frames, and the event is told with the table before and after it, in the same eyes", async () => {
  const ask = vi.spyOn(asking, "replay").mockImplementation(served);
  const archive = new Archive("k");
  await archive.glance(301);
  expect(ask.mock.calls).toEqual([["k", 300, null, 2]]);
  const tell = vi.fn().mockReturnValue("moo");
  expect(archive.tell(301, { tell } as unknown as GamePage<unknown>)).toBe("moo");
  expect(tell).toHaveBeenCalledWith("e:301", expect.objectContaining({ view: { eye: 1, number: 301 }, before: { eye: 1, number: 300 }, me: null }));
});

test("a record's names: bots without their level, namesakes with their number", () => {
  expect(seatsIn(["Mara", "Alma (fox)", "Mara"]).map(({ name, kind, level }) => [name, kind, level])).toEqual([
    ["Mara 1", "person", null], ["Alma", "bot", "fox"], ["Mara 3", "person", null],
  ]);
  expect(seatsIn(["Alma (owl:200)"])[0]).toMatchObject({ name: "Alma", level: "owl" });
});
