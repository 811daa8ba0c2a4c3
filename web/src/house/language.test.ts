import { expect, test } from "vitest";
import { fill, signed } from "./language.svelte";

test("gaps are filled by name, and by the one or the many", () => {
  expect(fill("{who} has {n} {n|card|cards}", { who: "Mia", n: 1 })).toBe("Mia has 1 card");
  expect(fill("{who} has {n} {n|card|cards}", { who: "Mia", n: 2 })).toBe("Mia has 2 cards");
});

test("what is said is taken as it is, braces and dollars included", () => {
  expect(fill("{name} wins", { name: "$& {x}" })).toBe("$& {x} wins");
});

test("numbers carry the true minus", () => {
  expect([signed(4), signed(-3), signed(0), signed(-0.04, 1), signed(1.26, 1)]).toEqual(["+4", "−3", "0", "0.0", "+1.3"]);
});
