/** Sentences of Mmm!: events, choices and consequences. */

import { fill, language, percent, spoken } from "@/house/language.svelte";
import { nameOf, type Scene, type Seen as SeenOf } from "@/table/scene";
import type { mmm } from "@/wire";
import { diceIn, foodAt, itemAt, liesNow, rollOf, squareOf, squaresIn, stillFree, type Face } from "./reading";
import { words } from "./words";

type Seen = SeenOf<mmm.View>;

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function foodName(food: string): string {
  return spoken(words).foods[food as Face] ?? food;
}

export function listed(parts: readonly string[]): string {
  return new Intl.ListFormat(language.current === "en" ? "en-GB" : language.current, { type: "conjunction" }).format(parts);
}

/** A number of dice in words: `2 dice`. */
export function many(n: number): string {
  return spoken(words).counts[n] ?? String(n);
}

/** A chance with one decimal, for exact numbers. */
export function finely(share: number): string {
  return new Intl.NumberFormat(language.current, { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(share);
}

/** A risk in percent; 0 % and 100 % only for certain outcomes. */
export function risk(share: number): string {
  return percent(share === 0 || share === 1 ? share : Math.min(0.99, Math.max(0.01, share)));
}

export function tell(event: string, scene: Seen): string {
  const before = scene.before ?? scene.view;
  const roll = rollOf(event);
  const w = spoken(words).tell;
  const square = squareOf(event);
  if (scene.before === null && scene.whose != null) {
    // An event from before the guest joined: finished items and cat moves are not known.
    const name = nameOf(scene, scene.whose);
    if (roll) return fill(w.someRoll, { dice: listed(roll.map(foodName)) });
    if (square !== null) return fill(w.places, { name, food: foodName(foodAt(before, square)), square });
    return event === "gather" ? fill(w.someGather, { name }) : "";
  }
  if (roll) return tellRoll(roll, scene);
  const name = nameOf(scene, before.roller ?? 0);
  if (square !== null) {
    const gaps = { name, food: foodName(foodAt(before, square)), square };
    // 3.2: the last die gathers at once.
    return before.dice_to_roll === 1 ? fill(w.placesLast, { ...gaps, cat: catAfter(before, scene.view) }) : fill(w.places, gaps);
  }
  if (event === "gather") return fill(w.gathers, { name, n: before.dice.length, cat: catAfter(before, scene.view) });
  return ""; // the following roll describes "again"
}

function tellRoll(roll: Face[], scene: Seen): string {
  const w = spoken(words).tell;
  const { view } = scene;
  const dice = listed(roll.map(foodName));
  const again = roll.length < diceIn(view);
  if (liesNow(roll, view)) return fill(again ? w.again : w.rolls, { name: nameOf(scene, view.roller ?? 0), dice });
  const cat = view.over && !view.won ? w.catEnters : w.catMoves;
  if (again) return fill(w.failedAgain, { name: nameOf(scene, scene.before?.roller ?? 0), dice, cat });
  return fill(w.failed, { dice: capital(dice), cat });
}

/** Result of gathering: items and the cat. Later rolls of the same update may have moved the cat again. */
function catAfter(before: mmm.View, view: mmm.View): string {
  const w = spoken(words).tell;
  if (view.won) return w.won;
  const finished = view.items.filter((item, number) => item.finished && !before.items[number]?.finished);
  if (finished.length > 0) return fill(w.catWaits, { items: capital(listed(finished.map((item) => foodName(item.food)))) });
  return before.cat_left === 1 ? w.catEnters : w.catMoves;
}

/** Short text of a choice. */
export function describe(token: string, scene: Pick<Scene<mmm.View>, "view">): string {
  const w = spoken(words).choice;
  const { view } = scene;
  const square = squareOf(token);
  if (square !== null) return fill(w.place, { food: capital(foodName(foodAt(view, square))), square });
  if (token === "again") return capital(fill(w.again, { many: many(view.dice_to_roll) }));
  return capital(fill(w.gather, { many: many(view.dice.length) }));
}

/** Consequence of gathering now. */
export function gatherSays(view: mmm.View): string {
  const w = spoken(words).act;
  const finishing = view.items.filter((item) => item.would_finish);
  if (view.free.length === 0) return w.allIn;
  if (finishing.length > 1) return fill(w.catWaitsMany, { n: finishing.length });
  if (finishing[0]) return fill(w.catWaits, { food: foodName(finishing[0].food) });
  return view.cat_left === 1 ? w.catEnters : w.catMoves;
}

/** Risk of rolling again. */
export function againSays(view: mmm.View): string {
  const w = spoken(words).act;
  if (view.fail_chance === 0) return w.safe;
  if (view.fail_chance === 1) return w.failsSure;
  return fill(view.cat_left === 1 ? w.failsLast : w.fails, { chance: risk(view.fail_chance) });
}

/** Effect of a die on this square. */
export function placeSays(view: mmm.View, square: string): string {
  const w = spoken(words).hint;
  const item = itemAt(view, square);
  if (!item) return "";
  const n = stillFree(view, item) - 1;
  return fill(n === 0 ? w.finish : w.needs, { food: capital(foodName(item.food)), square, n });
}

/** Risk or gain of a choice, for the coach's list. */
export function choiceSays(token: string, view: mmm.View): string {
  const w = spoken(words).coach;
  const square = squareOf(token);
  if (token === "again") return fill(w.fail, { chance: risk(view.fail_chance), n: view.dice.length });
  if (token === "gather") return view.cat_would_move ? w.gatherMoves : w.gatherWaits;
  const item = square === null ? undefined : itemAt(view, square);
  const n = item ? stillFree(view, item) - 1 : 0;
  return n === 0 ? w.finishes : fill(w.needs, { n });
}

export function progress(view: mmm.View): string {
  const of = squaresIn(view);
  return fill(spoken(words).progress, { n: of - view.squares_left, of });
}

/** Result of the match; null while it runs. */
export function verdict(view: mmm.View): { won: boolean; says: string } | null {
  if (!view.over) return null;
  const w = spoken(words);
  const rating = w.ratings[view.rating ?? ""] ?? view.rating ?? "";
  return { won: view.won, says: rating };
}
