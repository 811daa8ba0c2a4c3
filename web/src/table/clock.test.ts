import { expect, test } from "vitest";
import { leftOf, skewOf } from "./clock";

test("time left in the unit that people would say", () => {
  expect([-3, 0.2, 60, 119, 120, 3600, 7200, 90000, 3 * 86400].map((left) => Object.values(leftOf(left)).join(" "))).toEqual([
    "seconds 0", "seconds 1", "seconds 60", "seconds 119", "minutes 2", "minutes 60", "hours 2", "hours 25", "days 3",
  ]);
});

test("a clock that is clearly wrong is put right; the way of a message is no fault", () => {
  expect([skewOf(100, 99.5), skewOf(105, 100), skewOf(400, 100), skewOf(40, 100)]).toEqual([0, 0, 300, -60]);
});
