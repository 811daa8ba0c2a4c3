import { language } from "@/house/language.svelte";
import { words as kuhlorado } from "@/games/kuhlorado/words";
import { words as life } from "@/games/life/words";
import { words as mist } from "@/games/mist/words";
import { words as mmm } from "@/games/mmm/words";
import type { Message } from "@/wire";
import { afterEach, expect, test, vi } from "vitest";
import { reason, type Sentences } from "./reasons";

// The page stores the chosen language.
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
vi.stubGlobal("document", { documentElement: {} });

const NAMES = ["Ada", "Mia", "{n}", "Otto"];
const saying = (key: string, gaps: Message["gaps"] = {}): Message => ({ key, gaps });

afterEach(() => (language.current = "en"));

/** A reason in both languages. */
function both(words: { en: { reasons: Sentences }; de: { reasons: Sentences } }, ...sayings: Message[]): [string, string] {
  language.current = "en";
  const english = reason(sayings, words.en.reasons, NAMES);
  language.current = "de";
  return [english, reason(sayings, words.de.reasons, NAMES)];
}

const faces = (...all: number[]): Message[] => all.map((face) => saying("face", { face }));

test("a walk, and the faces of the next die", () => {
  expect(both(mist, saying("brings", { who: 1, points: -5 }), saying("better", { faces: faces(2) }))).toEqual([
    "It brings Mia −5. Better would be a 2.",
    "Mia bekommt −5. Besser wäre eine 2.",
  ]);
  expect(both(mist, saying("dung_and_food", { dung: faces(1, 2, 4), food: faces(6) }))).toEqual([
    "Of the next die a 1, a 2 or a 4 lands you on dung, a 6 on food.",
    "Nächster Wurf: eine 1, eine 2 oder eine 4 ist Mist, eine 6 ist Futter.",
  ]);
});

test("a row, with lists in a list", () => {
  const snatched = [
    saying("snatched", { animals: [saying("all_pig"), saying("all_cat")], who: 1 }),
    saying("snatched", { animals: [saying("all_bear")], who: 3 }),
  ];
  const mine = [saying("some_giraffe", { n: 4 }), saying("some_mouse", { n: 2 })];
  expect(both(life, saying("gathers", { mine }), saying("snatches", { snatched }))).toEqual([
    "With that row you have 4 giraffes and 2 mice. It keeps pigs and cats from Mia and bears from Otto.",
    "Mit dieser Reihe hast du 4 Giraffen und 2 Mäuse. Sie schnappt Mia Schweine und Katzen und Otto Bären weg.",
  ]);
});

test("a list decides about the one and the many", () => {
  const names = (...seats: number[]): Message => saying("wanted", { rivals: seats.map((who) => saying("name", { who })) });
  expect(both(life, names(1))).toEqual(["Mia collects them.", "Mia sammelt sie."]);
  expect(both(life, names(1, 3))).toEqual(["Mia and Otto collect them.", "Mia und Otto sammeln sie."]);
});

test("names are taken as they are", () => {
  expect(both(mist, saying("brings", { who: 2, points: 3 }))).toEqual(["It brings {n} +3.", "{n} bekommt +3."]);
});

test("food and the cat", () => {
  const items = [saying("fish", { where: "a1-a3" })];
  expect(both(mmm, saying("finishes", { items }))).toEqual(["It finishes fish a1-a3, so that the cat waits.", "Fisch a1-a3 wird fertig, also wartet die Katze."]);
  expect(both(mmm, saying("needs", { item: items, n: 1 }))[1]).toBe("Danach fehlt bei Fisch a1-a3 noch 1.");
});

test("a mark, by majorities and land", () => {
  const does = [saying("leads", { where: [saying("north"), saying("trough", { square: "c2" })] }), saying("land", { n: 3 })];
  expect(both(kuhlorado, saying("mark", { does }))).toEqual([
    "It puts you ahead on the north pasture and at the trough c2 and makes land of 3 squares.",
    "Das bringt dich auf der Nordweide und beim Trog c2 in Führung und ergibt Land aus 3 Feldern.",
  ]);
});

/** Fill every gap of a sentence with the number. */
function filledSomehow(key: string, sentence: string, n: number): Message {
  const names = [...sentence.matchAll(/\{(\w+)/g)].map((found) => found[1] as string);
  return saying(key, Object.fromEntries(names.map((name) => [name, n])));
}

test.each(Object.entries({ mist, life, mmm, kuhlorado }))("%s has every sentence in both languages, and none with a gap", (_, words) => {
  for (const [key, sentence] of Object.entries(words.en.reasons)) {
    for (const n of [1, 3]) {
      for (const said of both(words, filledSomehow(key, sentence, n))) {
        expect(said, key).not.toMatch(/[{|}]|undefined|NaN/);
        expect(said, key).not.toBe("");
      }
    }
  }
});
