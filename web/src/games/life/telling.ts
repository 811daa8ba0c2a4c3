/** Sentences of Life is Life. */

import { fill, signed, spoken } from "@/house/language.svelte";
import { nameOf, type Scene, type Seen as SeenOf } from "@/table/scene";
import type { life } from "@/wire";
import type { Ranked } from "../page";
import { type Animal, cardsOf, complete, counted, howMany, sorted, without } from "./animals";
import { words } from "./words";

type Seen = SeenOf<life.View>;

export function listed(parts: readonly string[], joint: "and" | "or" = "and"): string {
  if (parts.length < 2) return parts[0] ?? "";
  return fill(spoken(words)[joint], { some: parts.slice(0, -1).join(", "), last: parts.at(-1) ?? "" });
}

/** `["bear", "cat", "cat"]` -> `a bear and 2 cats`. */
export function inWords(cards: readonly string[]): string {
  const { animals } = spoken(words);
  return listed(counted(cards).map(([animal, n]) => (n === 1 ? animals[animal].one : `${n} ${animals[animal].many}`)));
}

/** `["bear", "cat", "cat"]` -> `bear, 2 cats`: a list without articles, after a colon. */
export function plainly(cards: readonly string[]): string {
  const { animals } = spoken(words);
  return counted(cards).map(([animal, n]) => (n === 1 ? animals[animal].plain : `${n} ${animals[animal].many}`)).join(", ");
}

/** `["rabbit", "pig"]` -> `all 5 rabbits or all 5 pigs`. */
export function setsInWords(sets: readonly string[], joint: "and" | "or" = "and"): string {
  const w = spoken(words);
  return listed(sets.map((animal) => fill(w.allOf, { n: cardsOf(animal), animals: w.animals[animal as Animal].many })), joint);
}

/** Return whether a phase ended between two views. */
export function ended(before: life.View | null, view: life.View): boolean {
  return before !== null && view.showdown !== null && (view.phase !== before.phase ? before.phase > 0 : view.over && !before.over);
}

/** The number of the phase that was scored: the previous one, or the current one at the end. */
export function scoredPhase(view: life.View): number {
  return view.over ? view.phase : view.phase - 1;
}

/**
 * Sentence of an event. A complete trade has one sentence. The events of one update share their views,
 * so a trade within one update is described at its first event, and otherwise at its last.
 */
export function tell(event: string, scene: Seen): string {
  const w = spoken(words).tell;
  const { view, before } = scene;
  const [verb, what = ""] = event.split(":");
  if (verb === "starter") return fill(w.starter, { name: nameOf(scene, Number(what) - 1) });
  if (verb === "take") return told(tellTake(Number(what) - 1, scene), scene, view.taking === null);
  if (verb === "give") return before?.doing === "give" && view.taking === null ? told(tellGift(what, scene), scene, before.to_give === 1) : "";
  if (verb === "knock") return told(tellKnock(scene), scene, true);
  if (verb === "declare") return told("", scene, true);
  return "";
}

function tellTake(row: number, scene: Seen): string {
  const w = spoken(words).tell;
  const { view, before, whose } = scene;
  if (before === null && whose != null) return fill(w.takesRow, { name: nameOf(scene, whose), n: row + 1 });
  if (before?.doing !== "turn" || before.active === null) return fill(w.someTake, { n: row + 1 });
  const name = nameOf(scene, before.active);
  const cards = inWords(before.rows[row] ?? []);
  if (view.taking === row) return fill(w.wants, { name, cards: plainly(before.rows[row] ?? []), n: row + 1 });
  // The row now contains the given cards, unless a new phase was dealt.
  if (view.phase !== before.phase || view.over) return fill(w.takes, { name, cards });
  return fill(w.trade, { name, cards, gift: inWords(view.rows[row] ?? []) });
}

function tellGift(animal: string, scene: Seen): string {
  const { before, view } = scene;
  if (!before || before.active === null || before.taking === null) return "";
  const rest = before.to_give === 1 ? [animal] : without(view.phase === before.phase ? (view.rows[before.taking] ?? []) : [], before.given);
  // One of several last events has the sentence: the last card that is there once.
  if (animal !== (rest.filter((one) => howMany(rest, one) === 1).at(-1) ?? rest.at(-1))) return "";
  const gift = inWords(sorted([...before.given, ...rest]));
  return fill(spoken(words).tell.trade, { name: nameOf(scene, before.active), gift, cards: inWords(before.rows[before.taking] ?? []) });
}

function tellKnock(scene: Seen): string {
  const w = spoken(words).tell;
  const { before, whose } = scene;
  if (!before && whose != null) return fill(w.noMore, { name: nameOf(scene, whose) });
  if (!before || before.active === null) return w.someKnock;
  return fill(before.knocker === null ? w.knock : w.keeps, { name: nameOf(scene, before.active) });
}

/** A sentence and, if its event ended a phase, the result of the phase. */
function told(sentence: string, scene: Seen, last: boolean): string {
  const ending = last && ended(scene.before, scene.view) ? tellEnding(scene) : [];
  return [sentence, ...ending].filter((one) => one !== "").join(" ");
}

function tellEnding(scene: Seen): string[] {
  const w = spoken(words).tell;
  const { view } = scene;
  const { showdown } = view;
  if (!showdown) return [];
  const name = nameOf(scene, showdown.ended_by);
  const seats = view.players.map((_, seat) => seat);
  const gone = seats.filter((seat) => view.players[seat]?.lives === 0 && (showdown.lives_changed[seat] ?? 0) < 0);
  const out = gone.map((seat) => fill(w.out, { name: nameOf(scene, seat) }));
  const after = view.over
    ? ranking(view).filter(({ place }) => place === 1).map(({ seat }) => fill(w.wins, { name: nameOf(scene, seat) }))
    : view.starter === null ? [] : [fill(w.phase, { n: view.phase, name: nameOf(scene, view.starter) })];
  if (showdown.sudden_death) {
    const sets = setsInWords(complete(showdown.hands[showdown.ended_by] ?? [], view.combinations));
    const gains = (showdown.lives_changed[showdown.ended_by] ?? 0) > 0 ? [fill(w.gains, { name })] : [];
    return [fill(w.sudden, { name, sets }), ...gains, ...out, ...after];
  }
  const there = seats.filter((seat) => showdown.points[seat] != null);
  const points = there.map((seat) => fill(w.points, { name: nameOf(scene, seat), n: showdown.points[seat] ?? 0 })).join(", ");
  const losers = there.filter((seat) => (showdown.lives_changed[seat] ?? 0) < 0);
  const loses = losers.map((seat) => fill(w.loses, { name: nameOf(scene, seat), n: -(showdown.lives_changed[seat] ?? 0) }));
  return [fill(w.compared, { points }), ...(losers.length > 0 ? loses : [w.none]), ...out, ...after];
}

export function describe(token: string, scene: Scene<life.View>): string {
  const w = spoken(words).describe;
  const [verb, what = ""] = token.split(":");
  if (verb === "take") return fill(w.take, { n: what, cards: plainly(scene.view.rows[Number(what) - 1] ?? []) });
  if (verb === "give") return fill(w.give, { card: spoken(words).animals[what as Animal].one });
  if (verb === "knock") return scene.view.knocker === null ? w.knock : w.keep;
  return verb === "declare" ? w.declare : w.silent;
}

export function progress(view: life.View): string {
  if (view.phase === 0) return "";
  const w = spoken(words);
  const phase = fill(w.phase, { n: view.phase });
  return view.knocker === null ? phase : `${phase} · ${w.lastRound}`;
}

export function ranking(view: life.View): Ranked[] {
  if (!view.over) return [];
  const w = spoken(words).ranking;
  return view.players
    .map(({ rank, lives }, seat) => ({ seat, place: rank ?? 1, score: lives > 0 ? fill(w.lives, { n: lives }) : w.out }))
    .sort((one, other) => one.place - other.place || one.seat - other.seat);
}

/** Short text for a change of lives: `safe`, `−1 life`, `−2, out`. */
export function livesInWords(change: number, lives: number): string {
  const w = spoken(words).scoring;
  if (change === 0) return w.safe;
  return lives === 0 ? fill(w.out, { n: signed(change) }) : fill(w.lost, { n: signed(change), m: Math.abs(change) });
}
