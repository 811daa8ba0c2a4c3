import type { ChoiceAdvice } from "@/wire";
import { expect, test } from "vitest";
import { candidates, weight } from "./coaching";

const choice = (token: string, chance: number, nearly_best = false): ChoiceAdvice => ({ token, chance, error: 0, margin: 0, nearly_best, why: [] });

test("whether a choice matters is a question of what the worst gives away", () => {
  const advised = (...chances: number[]) => ({ stake: Math.max(...chances) - Math.min(...chances), choices: chances.map((chance, at) => choice(String(at), chance, at === 0)) });
  expect(weight(advised(0.5, 0.3))).toBe("matters");
  expect(weight(advised(0.5, 0.45))).toBe("some");
  expect(weight(advised(0.5, 0.495))).toBe("calm");
  expect(weight({ stake: 0.2, choices: [choice("a", 0.5, true), choice("b", 0.3, true)] })).toBe("calm");
});

test("before the best is told, the order of the table is kept and the worst is among them", () => {
  const choices = [..."hgfedcba"].map((token, at) => choice(token, 1 - at / 10));
  expect(candidates({ choices }, [..."abcdefgh"]).map((one) => one.token).join("")).toBe("adefgh");
  expect(candidates({ choices: choices.slice(0, 2) }, ["g", "h"]).map((one) => one.token)).toEqual(["g", "h"]);
});
