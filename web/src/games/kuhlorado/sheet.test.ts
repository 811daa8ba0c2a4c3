import { expect, test } from "vitest";
import { prize, viewOf } from "./example";
import { jump, onBorder, partOf, placeOf, squareAt, troughsOf, walk } from "./sheet";

const size = { width: 8, height: 6 };

test("a1 is the upper left corner, c4 the third square of the fourth row", () => {
  expect(placeOf("a1")).toEqual({ row: 0, column: 0 });
  expect(placeOf("c4")).toEqual({ row: 3, column: 2 });
  expect(squareAt({ row: 3, column: 2 })).toBe("c4");
});

test("arrow keys walk and stop at the border", () => {
  expect(walk("c4", "ArrowUp", size)).toBe("c3");
  expect(walk("c4", "ArrowRight", size)).toBe("d4");
  expect(walk("h6", "ArrowRight", size)).toBe("h6");
  expect(walk("h6", "ArrowDown", size)).toBe("h6");
  expect(walk("c4", "Home", size)).toBe("a4");
  expect(walk("c4", "End", size)).toBe("h4");
  expect(walk("c4", "Enter", size)).toBeNull();
});

test("the border goes around any size of sheet", () => {
  expect(["a3", "h3", "c1", "c6"].every((square) => onBorder(square, size))).toBe(true);
  expect(onBorder("c5", size)).toBe(false);
});

test("troughs are called by their part of the sheet", () => {
  expect(partOf(["b2", "c2"], { width: 8, height: 8 })).toEqual({ down: "top", across: "left" });
  expect(partOf(["d4"], { width: 8, height: 8 })).toEqual({ down: "middle", across: "middle" });
  expect(partOf(["g7"], { width: 8, height: 8 })).toEqual({ down: "bottom", across: "right" });
});

test("a trough is drawn over its cells, lying or snapshot", () => {
  const view = viewOf(["1"], {
    prizes: [prize("north pasture", [], [0, 0]), prize("large trough b4", [], [0, 0], 4, ["b4", "b5"]), prize("large trough d2", [], [0, 0], 4, ["d2", "e2"])],
  });
  expect(troughsOf(view)).toEqual([
    { row: 3, column: 1, across: 1, down: 2 },
    { row: 1, column: 3, across: 2, down: 1 },
  ]);
});

test("the arc of a jump stays on the sheet", () => {
  for (const [from, to] of [["a1", "a3"], ["h1", "h3"], ["a1", "c1"], ["f6", "h6"], ["a1", "c3"], ["h4", "f6"], ["h3", "h1"]] as const) {
    const { arc } = jump(from, to, size);
    const numbers = arc.match(/-?\d+/g)?.map(Number) ?? [];
    expect(numbers).toHaveLength(8);
    for (const [index, at] of numbers.entries()) {
      expect(at).toBeGreaterThanOrEqual(0);
      expect(at).toBeLessThanOrEqual(index % 2 === 0 ? 800 : 600);
    }
  }
});
