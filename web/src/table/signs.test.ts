import { expect, test } from "vitest";
import { signOf } from "./signs";

test("a seat's sign is the animal that was dealt, else the game's, else the house's", () => {
  const view = { players: [{ animal: "pig" }, { animal: null }] };
  expect([0, 1].map((seat) => signOf("mist", view, seat))).toEqual(["pig", "sheep"]);
  expect([0, 1].map((seat) => signOf("kuhlorado", { whose: 0 }, seat))).toEqual(["cow", "chicken"]);
  expect(signOf(undefined, null, 2)).toBe("pig");
});
