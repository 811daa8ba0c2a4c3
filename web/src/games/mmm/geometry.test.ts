import { describe, expect, it } from "vitest";
import { nameOf, outline, placeOf, seams } from "./geometry";

/** Corners of a path: the start of each arc, and whether it turns inwards. */
function bends(path: string): { outer: number; inner: number; walks: number } {
  const sweeps = [...path.matchAll(/A\S+ \S+ 0 0 ([01])/g)].map((found) => found[1]);
  return {
    outer: sweeps.filter((sweep) => sweep === "1").length,
    inner: sweeps.filter((sweep) => sweep === "0").length,
    walks: (path.match(/Z/g) ?? []).length,
  };
}

describe("names of squares", () => {
  it("count columns by letters and rows from one", () => {
    expect(placeOf("c4")).toEqual({ row: 3, column: 2 });
    expect(placeOf("a1")).toEqual({ row: 0, column: 0 });
    for (const name of ["a1", "h8", "d3"]) expect(nameOf(placeOf(name))).toBe(name);
  });
});

describe("the outline of a tray", () => {
  it("is a rounded box around one square", () => {
    expect(outline(["a1"], 5, 20)).toBe("M5 25A20 20 0 0 1 25 5L75 5A20 20 0 0 1 95 25L95 75A20 20 0 0 1 75 95L25 95A20 20 0 0 1 5 75Z");
  });
  it("has four corners around any bar, whatever the order of its squares", () => {
    expect(bends(outline(["c4", "c3", "c5", "c6"], 5, 20))).toEqual({ outer: 4, inner: 0, walks: 1 });
  });
  it("turns inwards once in an angle, and twice in a T", () => {
    expect(bends(outline(["a1", "a2", "b2"], 5, 20))).toEqual({ outer: 5, inner: 1, walks: 1 });
    expect(bends(outline(["a1", "b1", "c1", "b2"], 5, 20))).toEqual({ outer: 6, inner: 2, walks: 1 });
  });
  it("walks around a hole on its own", () => {
    const ring = ["a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"];
    expect(bends(outline(ring, 5, 20))).toEqual({ outer: 4, inner: 4, walks: 2 });
  });
  it("does not cross itself where two squares of an item touch at a corner", () => {
    // a hook that touches itself at a corner: b1 and a2 are connected only the long way round
    const hook = ["b1", "c1", "c2", "c3", "b3", "a3", "a2"];
    const { walks, outer, inner } = bends(outline(hook, 5, 20));
    expect(walks).toBe(1);
    expect(outer - inner).toBe(4);
  });
});

describe("seams", () => {
  it("lie between squares side by side and nowhere else", () => {
    expect(seams(["a1", "b1"], 10)).toEqual([{ x1: 100, y1: 10, x2: 100, y2: 90 }]);
    expect(seams(["a1", "a2"], 10)).toEqual([{ x1: 10, y1: 100, x2: 90, y2: 100 }]);
    expect(seams(["a1", "b1", "a2", "b2"], 10)).toHaveLength(4);
    expect(seams(["a1", "b2"], 10)).toEqual([]);
  });
});
