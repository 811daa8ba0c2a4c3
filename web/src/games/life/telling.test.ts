import type { Scene } from "@/table/scene";
import type { life } from "@/wire";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { lives, SEATS, table } from "./table.example";
import { words } from "./words";

// The page reads its language from the browser.
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
vi.stubGlobal("document", { documentElement: { dataset: {} } });

let telling: typeof import("./telling");
let house: typeof import("@/house/language.svelte");
beforeAll(async () => {
  house = await import("@/house/language.svelte");
  telling = await import("./telling");
});

const scene = (before: life.View | null, view: life.View): Pick<Scene<life.View>, "view" | "before" | "seats" | "me"> => ({ before, view, seats: SEATS, me: 0 });

describe("a trade is told once, as a whole", () => {
  it("at its first event, when all of it came together", () => {
    const view = table({ active: 1, rows: [["mouse"], ["dog", "dog"], ["bear", "bear", "mole"]] });
    expect(telling.tell("take:2", scene(table(), view))).toBe("Mara gives 2 dogs and takes a goat and a sheep.");
    expect(telling.tell("give:dog", scene(table(), view))).toBe("");
  });

  it("at its last event, when it came card by card", () => {
    const start = table({ active: 2 });
    const wants = table({ active: 2, doing: "give", taking: 1, to_give: 2 });
    const gives = table({ active: 2, doing: "give", taking: 1, to_give: 1, given: ["cat"] });
    const done = table({ active: 0, rows: [["mouse"], ["bear", "cat"], ["bear", "bear", "mole"]] });
    expect(telling.tell("take:2", scene(start, wants))).toBe("Tom picks row 2: goat, sheep.");
    expect(telling.tell("give:cat", scene(wants, gives))).toBe("");
    expect(telling.tell("give:bear", scene(gives, done))).toBe("Tom gives a bear and a cat and takes a goat and a sheep.");
  });
});

it("a trade that was begun and then ended at once is told once", () => {
  const wants = table({ doing: "give", taking: 2, to_give: 3 });
  const done = table({ active: 1, rows: [["mouse"], ["goat", "sheep"], ["giraffe", "dog", "dog"]] });
  const told = ["give:giraffe", "give:dog", "give:dog"].map((event) => telling.tell(event, scene(wants, done)));
  expect(told).toEqual(["Mara gives a giraffe and 2 dogs and takes 2 bears and a mole.", "", ""]);
});

describe("a knock", () => {
  it("begins the last round, a later one passes", () => {
    expect(telling.tell("knock", scene(table(), table({ active: 1, knocker: 0 })))).toBe("Mara knocks! Everyone else has one last turn.");
    expect(telling.tell("knock", scene(table({ active: 1, knocker: 0 }), table({ active: 2, knocker: 0 })))).toBe("Jonas passes.");
  });
});

describe("the end of a phase", () => {
  const counted: life.Showdown = { sudden_death: false, ended_by: 0, hands: [[], [], []], comparisons: [], points: [20, 12, 8], lives_changed: [0, -1, -2] };

  it("is told with points, lives and who is out", () => {
    const view = table({ phase: 3, players: lives(5, 3, 0), starter: 0, showdown: counted });
    expect(telling.tell("knock", scene(table({ active: 2, knocker: 0 }), view))).toBe(
      "Tom passes. The hands are compared: Mara 20, Jonas 12, Tom 8. Jonas loses 1 life. Tom loses 2 lives. Tom is out. Phase 3: Mara starts.",
    );
  });

  it("names the complete set of a sudden death", () => {
    const showdown = { ...counted, sudden_death: true, ended_by: 1, hands: [null, ["cat", "cat", "cat", "cat", "pig"], null], points: [null, null, null], lives_changed: [-1, 1, -1] };
    const view = table({ phase: 3, players: lives(4, 6, 4), starter: 2, showdown });
    expect(telling.tell("declare", scene(table({ active: 1, doing: "declare" }), view))).toBe(
      "Jonas shows all 4 cats: sudden death! Everyone else loses a life. Jonas gains a life. Phase 3: Tom starts.",
    );
  });

  it("says of what happened before we came who did it, as the log knows", () => {
    const long = { ...scene(null, table({ active: 2 })), whose: 1 };
    expect(telling.tell("take:3", long)).toBe("Jonas takes row 3.");
    expect(telling.tell("knock", long)).toBe("Jonas stops trading.");
  });

  it("is not told again while its showdown stays in view", () => {
    const view = table({ phase: 3, showdown: counted });
    expect(telling.ended(view, table({ phase: 3, active: 1, showdown: counted }))).toBe(false);
    expect(telling.ended(table({ phase: 3 }), table({ phase: 3, over: true, showdown: counted }))).toBe(true);
    expect(telling.ended(null, view)).toBe(false);
  });
});

describe("the ranking", () => {
  it("is empty while the match goes on; who left together shares a place", () => {
    expect(telling.ranking(table())).toEqual([]);
    const players = lives(0, 2, 0).map((one, seat) => ({ ...one, rank: seat === 1 ? 1 : 2 }));
    expect(telling.ranking(table({ over: true, players }))).toEqual([
      { seat: 1, place: 1, score: "2 lives left" },
      { seat: 0, place: 2, score: "out" },
      { seat: 2, place: 2, score: "out" },
    ]);
  });
});

describe("in German", () => {
  it("cards are given and taken in the right case", () => {
    house.language.current = "de";
    expect(telling.inWords(["bear", "rabbit", "mouse", "mouse"])).toBe("einen Bären, einen Hasen und 2 Mäuse");
    expect(telling.plainly(["bear", "rabbit", "mouse", "mouse"])).toBe("Bär, Hase, 2 Mäuse");
    expect(telling.livesInWords(-2, 0)).toBe("−2, raus");
    house.language.current = "en";
  });

  it("every sentence has the gaps of the English one", () => {
    const gaps = (one: unknown): unknown =>
      typeof one === "string" ? [...new Set([...one.matchAll(/\{(\w+)/g)].map((found) => found[1]))].filter((gap) => gap !== "m").sort() : Object.fromEntries(Object.entries(one as object).map(([key, value]) => [key, gaps(value)]));
    expect(gaps(words.de)).toEqual(gaps(words.en));
  });
});
