import { expect, test } from "vitest";
import { effectsOf } from "./effects";
import { area, prize, viewOf } from "./example";
import match from "./match.json";
import { landWith, largest, majorities } from "./outlook";
import { prizeNames } from "./telling";
import { type Area, bandPoints } from "./view";

const view = viewOf(["xx4q", "1o2q", "x345", "cq12"], {
  prizes: [
    prize("north pasture", ["a1", "b1", "c1", "d1"], [2, 1]),
    prize("east pasture", ["d1", "d2", "d3", "d4"], [0, 2]),
    prize("small trough b2", ["b1", "a2", "c2", "b3"], [1, 1], 2, ["b2"]),
  ],
  areas: [area(0, "a1", "b1"), area(0, "a3"), area(1, "d1", "d2"), area(1, "b4")],
});

test("pending marks are counted at every majority that they decide", () => {
  const [north, east, trough] = majorities(view, 0, ["c2", "d3"]);
  expect(north?.then).toBeNull();
  expect(east?.then).toEqual({ marked: [1, 2], leader: 1 });
  expect(trough?.now).toEqual({ marked: [1, 1], leader: null });
  expect(trough?.then).toEqual({ marked: [2, 1], leader: 0 });
});

test("a mark of the other seat counts for the other", () => {
  expect(majorities(view, 1, ["c1"])[0]?.then).toEqual({ marked: [2, 2], leader: null });
});

test("land that touches side by side is joined, corners do not connect", () => {
  expect(landWith(view, 0, ["a2"])).toEqual([{ from: [2, 1], squares: ["a1", "b1", "a3", "a2"] }]);
  expect(landWith(view, 0, ["c2"])).toEqual([{ from: [], squares: ["c2"] }]);
});

test("two marks of a pair join each other's land only where they touch it", () => {
  const [land, ...others] = landWith(view, 0, ["a2", "c1"]);
  expect(others).toEqual([]);
  expect(land?.from).toEqual([2, 1]);
  expect([...(land?.squares ?? [])].sort()).toEqual(["a1", "a2", "a3", "b1", "c1"]);
});

test("the largest land grows to what the pending marks join", () => {
  expect(largest(view, 0, landWith(view, 0, ["a2"]))).toEqual({ now: 2, then: 4 });
  expect(largest(view, 1, [])).toEqual({ now: 2, then: 2 });
});

test("what counts is told: a majority that turns, and land that reaches a step", () => {
  const pending = { pen: 0, rows: majorities(view, 0, ["a2", "c1"]), joined: landWith(view, 0, ["a2", "c1"]) };
  expect(effectsOf(view, pending, prizeNames(view), ["Mara", "Tom"])).toEqual([
    { says: "North pasture: 3 to 1", counts: false },
    { says: "Small trough middle: now yours, 2 points", counts: true },
    { says: "Your areas of 2 + 1 join: 5 squares, worth 2 points", counts: true },
  ]);
  const other = { pen: 1, rows: majorities(view, 1, ["c1"]), joined: [] };
  expect(effectsOf(view, other, prizeNames(view), ["Mara", "Tom"])).toEqual([
    { says: "North pasture: tie, Mara loses 3 points", counts: true },
  ]);
});

/** A match from the service (one device, random marks): the view after each mark. */
test("what is foretold of a mark is what the service says after it", () => {
  const bands = match.bands;
  let prizes = match.prizes.map((one) => prize(one.name, one.squares, [0, 0], one.points, one.cells));
  let areas: Area[] = [];
  for (const mark of match.marks) {
    const now = viewOf(["1"], { prizes, areas, area_bands: bands });
    const foretold = majorities(now, mark.seat, [mark.square]).map((row) => row.then ?? row.now);
    expect(foretold.map((one) => [...one.marked, one.leader])).toEqual(mark.prizes);
    const [land] = landWith(now, mark.seat, [mark.square]);
    const told = mark.areas.find(([owner, squares]) => owner === mark.seat && (squares as string[]).includes(mark.square));
    expect([...(land?.squares ?? [])].sort()).toEqual([...(told?.[1] as string[])].sort());
    expect(bandPoints(now, land?.squares.length ?? 0)).toBe(told?.[2]);
    prizes = match.prizes.map((one, index) => prize(one.name, one.squares, mark.prizes[index]?.slice(0, 2) as [number, number], one.points, one.cells));
    areas = mark.areas.map(([owner, squares, points]) => ({ owner, squares, points }) as Area);
  }
  expect(match.marks.length).toBeGreaterThan(15);
});
