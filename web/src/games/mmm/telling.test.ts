import { language } from "@/house/language.svelte";
import type { mmm } from "@/wire";
import { readFileSync } from "node:fs";
import { beforeEach, describe as about, expect, it, vi } from "vitest";

vi.hoisted(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
  vi.stubGlobal("document", { documentElement: { lang: "" } });
});

import { distinct, liesNow, nearlyFinished, rollOf, squareOf, stock, storyOf } from "./reading";
import { againSays, choiceSays, describe, gatherSays, placeSays, progress, tell, verdict } from "./telling";
import { words } from "./words";

/** Two breads and one fish: `bb/f.`; nothing gathered, Mia has three dice to roll. */
function view(changes: Partial<mmm.View> = {}): mmm.View {
  return {
    whose: 0, over: false, won: false, rating: null, roller: 0, width: 2, height: 2,
    items: [item("bread", ["a1", "b1"]), item("fish", ["a2"])],
    free: ["a1", "b1", "a2"], gathered: [], dice: [], rolled: ["bread", "fish", "cross"], fitting: ["a1", "b1", "a2"],
    dice_to_roll: 3, fail_chance: 0.3, cat_moved: 2, cat_left: 9, cat_would_move: null, squares_left: 3, line: false,
    in_line: ["a1", "b1", "a2"], ...changes,
  };
}

function item(food: string, squares: string[], changes: Partial<mmm.Item> = {}): mmm.Item {
  return { food, squares, left: squares.length, finished: false, would_finish: false, ...changes };
}

const seats = [{ name: "Mia", kind: "person" as const }, { name: "Ben", kind: "person" as const }];
const seen = (before: mmm.View | null, now: mmm.View) => ({ view: now, before, seats, me: 0 });

beforeEach(() => (language.current = "en"));

about("tokens", () => {
  it("name squares and faces", () => {
    expect(squareOf("place:c4")).toBe("c4");
    expect(squareOf("gather")).toBeNull();
    expect(rollOf("roll:bfuhax")).toEqual(["bread", "fish", "cucumber", "cheese", "carrot", "cross"]);
    expect(rollOf("again")).toBeNull();
  });
});

about("the story of an update", () => {
  it("tells a failed roll from the one that lies there", () => {
    const before = view({ dice: ["a1"], dice_to_roll: 2, free: ["b1", "a2"], rolled: ["cross", "cross"] });
    const now = view({ roller: 1, cat_moved: 3, cat_left: 8 });
    const story = storyOf(before, now, ["again", "roll:xx", "roll:bfx"]);
    expect(story.failed).toEqual([["cross", "cross"]]);
    expect(story.cameOff).toEqual(["a1"]);
    expect(story.rolled).toBe(true);
    expect(story.gathered).toEqual([]);
    expect(story.cat).toEqual({ from: 2, to: 3 });
  });
  it("knows what was gathered and finished", () => {
    const before = view({ dice: ["a2"], dice_to_roll: 2, free: ["a1", "b1"], rolled: ["bread", "cross"] });
    const now = view({ gathered: ["a2"], free: ["a1", "b1"], items: [item("bread", ["a1", "b1"]), item("fish", ["a2"], { left: 0, finished: true })], rolled: ["bread"], roller: 1 });
    const story = storyOf(before, now, ["gather", "roll:b"]);
    expect(story.gathered).toEqual(["a2"]);
    expect(story.finished.map((one) => one.food)).toEqual(["fish"]);
    expect(story.cameOff).toEqual([]);
  });
  it("counts the last roll as failed when the match ended with it", () => {
    const now = view({ over: true, rolled: [], cat_left: 0, cat_moved: 11, roller: null });
    expect(storyOf(view({ cat_left: 1, cat_moved: 10 }), now, ["roll:xxx"]).failed).toHaveLength(1);
  });
  it("compares dice whatever their order", () => {
    expect(liesNow(["cross", "fish", "bread"], view())).toBe(true);
    expect(liesNow(["cross", "fish"], view())).toBe(false);
  });
  it("counts what is left, food by food", () => {
    expect(stock(view({ items: [item("bread", ["a1", "b1"], { left: 1 }), item("fish", ["a2"])] }))).toEqual([
      { food: "bread", left: 1, of: 2 },
      { food: "fish", left: 1, of: 1 },
    ]);
  });
});

about("telling", () => {
  it("says of what happened before we came who did it, as the log knows", () => {
    const long = { ...seen(null, view()), whose: 1 };
    expect(tell("place:b1", long)).toBe("Ben puts a die on bread b1.");
    expect(tell("gather", long)).toBe("Ben gathers.");
    expect(tell("roll:fx", long)).toBe("Rolled: fish and a cross.");
  });

  it("names who rolls, and what", () => {
    expect(tell("roll:bfx", seen(view(), view()))).toBe("Mia rolls bread, fish and a cross.");
    const two = view({ dice: ["a1"], dice_to_roll: 2, rolled: ["fish", "cross"] });
    expect(tell("roll:fx", seen(view(), two))).toBe("Mia rolls again: fish and a cross.");
  });
  it("blames nobody for three crosses, and who rolled again for the rest", () => {
    const now = view({ roller: 1, cat_moved: 3 });
    expect(tell("roll:xxx", seen(view(), now))).toBe("A cross, a cross and a cross: nothing fits. The cat moves.");
    expect(tell("roll:xx", seen(view(), now))).toBe("Mia rolls again: a cross and a cross. Nothing fits, all dice come off. The cat moves.");
  });
  it("gathers with the last die, and says what the cat does", () => {
    const before = view({ dice: ["a1"], dice_to_roll: 2, cat_would_move: true });
    expect(tell("place:b1", seen(before, view()))).toBe("Mia puts a die on bread b1.");
    const last = view({ dice: ["a1", "b1"], dice_to_roll: 1 });
    const done = view({ items: [item("bread", ["a1", "b1"], { left: 0, finished: true }), item("fish", ["a2"])] });
    expect(tell("place:a2", seen(last, done))).toBe("Mia puts the last die on fish a2 and gathers. Bread finished: the cat waits.");
    expect(tell("gather", seen(before, view()))).toBe("Mia gathers 1 square. The cat moves.");
    expect(tell("gather", seen(view({ dice: ["a1"], cat_left: 1 }), view({ over: true })))).toContain("The cat is in the pantry!");
    expect(tell("again", seen(before, view()))).toBe("");
  });
  it("speaks German, too", () => {
    language.current = "de";
    expect(tell("roll:bfx", seen(view(), view()))).toBe("Mia würfelt Brot, Fisch und Kreuz.");
    expect(describe("again", { view: view({ dice_to_roll: 2 }) })).toBe("2 Würfel neu werfen");
  });
});

about("consequences", () => {
  it("of gathering", () => {
    expect(gatherSays(view({ dice: ["a1"], cat_would_move: true }))).toBe("nothing finished: the cat moves");
    expect(gatherSays(view({ dice: ["a1"], cat_would_move: true, cat_left: 1 }))).toBe("the cat gets in: you lose!");
    expect(gatherSays(view({ items: [item("fish", ["a2"], { would_finish: true })] }))).toBe("fish finished: the cat waits");
    expect(gatherSays(view({ free: [] }))).toBe("that is everything: you win!");
  });
  it("of rolling again", () => {
    expect(againSays(view({ fail_chance: 1 }))).toBe("nothing can fit");
    expect(againSays(view({ fail_chance: 0.004 }))).toBe("1% risk: nothing fits, the cat moves");
    expect(againSays(view({ fail_chance: 0.3, cat_left: 1 }))).toBe("30% risk: nothing fits, the cat gets in");
  });
  it("of placing", () => {
    expect(placeSays(view(), "a2")).toContain("finishes it");
    expect(placeSays(view(), "a1")).toContain("needs 1 more");
    expect(choiceSays("place:a2", view())).toBe("would finish this food");
  });
  it("of a match so far", () => {
    expect(progress(view({ squares_left: 1 }))).toBe("2 of 3 gathered");
    expect(verdict(view())).toBeNull();
  });
});

about("ratings", () => {
  it("are said in both languages, every one that the rules know", () => {
    const room = readFileSync(new URL("../../../../src/paddock/games/mmm/data.py", import.meta.url), "utf8");
    const known = [...room.matchAll(/^ {4}\(\d, "(.+)"\),$/gm)].map((found) => found[1] as string);
    expect(known).toHaveLength(8);
    for (const rating of known) {
      expect(words.en.ratings[rating]).toBe(rating);
      expect(words.de.ratings[rating]).not.toBe(rating);
      language.current = "de";
      expect(verdict(view({ over: true, won: true, rating }))).toEqual({ won: true, says: words.de.ratings[rating] });
    }
  });
});

about("nearly finished", () => {
  it("are items that were begun, those that miss least first", () => {
    const items = [item("bread", ["a1", "b1", "c1"]), item("fish", ["a2", "b2", "c2"]), item("carrot", ["a3", "b3"]), item("cheese", ["c3"], { finished: true })];
    const now = view({ items, free: ["a1", "b1", "a2", "a3", "b3"] });
    expect(nearlyFinished(now).map(({ food }) => food)).toEqual(["fish", "bread"]);
  });
});

about("distinct", () => {
  it("keeps the first of each kind", () => {
    expect(distinct(["apple", "avocado", "bean", "beet"], (one) => one.charAt(0))).toEqual(["apple", "bean"]);
  });
});
