import { expect, test } from "vitest";
import { prize, viewOf } from "./example";
import { describe as describeToken, diceTitle, endInWords, prizeNames, progress, ranking, tell } from "./telling";
import type { View } from "./view";
import { words } from "./words";

const seats = [{ name: "Mara", kind: "person" as const }, { name: "Tom", kind: "bot" as const }];
const shown = (before: View | null, view: View) => ({ before, view, seats, me: 0 });

const keeping = viewOf(["c24", "1o5", "34c"], { dice: ["2", "c"], throws_left: 1 });
const marking = viewOf(["c24", "1o5", "34c"], { dice: ["4", "c"] });

test("throws and dice kept are told with who did it", () => {
  expect(tell("keep:c", shown(keeping, marking))).toBe("Mara keeps the cow and rolls the other die again.");
  expect(tell("throw:4", shown(keeping, marking))).toBe("Mara rolls a 4.");
  expect(tell("keep:-", shown(keeping, marking))).toBe("Mara rolls both dice again.");
  expect(tell("keep:2c", shown(keeping, marking))).toBe("Mara keeps both dice.");
});

test("a mark is its owner's, the dice after it are the next one's", () => {
  const after = viewOf(["X24", "1o5", "34c"], { dice: ["c", "c"], active: 1, throws_left: 1 });
  expect(tell("mark:a1", shown(marking, after))).toBe("Mara marks a1, a cow.");
  expect(tell("throw:cc", shown(marking, after))).toBe("Tom rolls two cows.");
});

test("a throw that fits nothing says so", () => {
  const passed = viewOf(["c24", "1o5", "34c"], { dice: ["1", "3"], active: 1, throws_left: 1 });
  expect(tell("throw:55", shown(keeping, passed))).toBe("Mara rolls two 5s. No matching square is left: nothing to mark.");
  expect(tell("throw:13", shown(keeping, passed))).toBe("Tom rolls a 1 and a 3.");
  expect(tell("keep:2c", shown(keeping, passed))).toContain("nothing to mark");
});

test("who comes back to a table is told without names, except who marked what", () => {
  const now = viewOf(["Q24", "1o5", "34c"], { dice: ["4", "c"] });
  expect(tell("keep:-", shown(null, now))).toBe("Both dice are rolled again.");
  expect(tell("throw:35", shown(null, now))).toBe("Rolled: a 3 and a 5.");
  expect(tell("mark:a1", shown(null, now))).toBe("Tom marks a1, a cow.");
  expect(tell("keep:-", { ...shown(null, now), whose: 1 })).toBe("Tom rolls both dice again.");
});

test("the interim score and the end are told once, after the last mark of the turn", () => {
  const before = viewOf(["c24", "1o5", "34c"], { interim: { cows_needed: 2, points_each: 2, points: null } });
  const over = viewOf(["X24", "1o5", "34X"], { over: true, active: null, cows_free: 0, interim: { cows_needed: 2, points_each: 2, points: [4, 0] } });
  expect(tell("mark:a1", shown(before, over))).toBe("Mara marks a1, a cow.");
  expect(tell("mark:c3", shown(before, over))).toBe(
    "Mara marks c3, a cow. Interim score: Mara gets 4, Tom gets 0. No cow is left: the game is over.",
  );
});

test("choices in a few words", () => {
  const scene = { view: marking };
  expect(describeToken("mark:b1", scene)).toBe("Mark b1, a 2");
  expect(describeToken("keep:4", scene)).toBe("Keep the 4, roll the other again");
  expect(describeToken("done", scene)).toBe("Mark just one square");
});

test("titles of dice", () => {
  expect(diceTitle(["4", "c"])).toBe("Cow and 4");
  expect(diceTitle(["2", "5"])).toBe("2 and 5");
  expect(diceTitle(["c", "c"])).toBe("Two cows");
  expect(diceTitle([])).toBe("");
});

test("troughs of a kind in the same part of the sheet are told apart", () => {
  const names = prizeNames(
    viewOf(Array.from({ length: 8 }, () => "11111111"), {
      prizes: [prize("north pasture", [], [0, 0]), prize("small trough b2", [], [0, 0], 2, ["b2"]), prize("small trough c2", [], [0, 0], 2, ["c2"]), prize("large trough f7", [], [0, 0], 4, ["f7", "g7"])],
    }),
  );
  expect(names.map((one) => one.name)).toEqual(["North", "Small, top left b2", "Small, top left c2", "Large, bottom right"]);
});

test("ranking only at the end, a draw shares the first place", () => {
  const ended = (scores: number[]): View => viewOf(["1"], { over: true, scores });
  expect(ranking(viewOf(["1"], { scores: [3, 1] }))).toEqual([]);
  expect(ranking(ended([12, 15]))).toEqual([{ seat: 1, place: 1, score: "15 points" }, { seat: 0, place: 2, score: "12 points" }]);
  expect(ranking(ended([9, 9])).map((one) => one.place)).toEqual([1, 1]);
  expect(endInWords({ view: ended([15, 12]), seats, me: 0 })).toBe("You win 15 to 12");
  expect(endInWords({ view: ended([15, 12]), seats, me: 1 })).toBe("Mara wins 15 to 12");
});

test("how far it is", () => {
  expect(progress(viewOf(["1"], { cows_free: 1 }))).toBe("1 cow free");
});

test("both languages leave the same gaps in every sentence", () => {
  const gaps = (text: string): string[] => [...new Set([...text.matchAll(/\{(\w+)/g)].map((found) => found[1] ?? ""))].sort();
  const compare = (en: unknown, de: unknown, path: string): void => {
    if (typeof en === "string" && typeof de === "string") expect(gaps(de), path).toEqual(gaps(en));
    else for (const key of Object.keys(en as object)) compare((en as Record<string, unknown>)[key], (de as Record<string, unknown>)[key], `${path}.${key}`);
  };
  compare(words.en, words.de, "words");
});
