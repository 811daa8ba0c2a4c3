/** Sentences of So ein Mist: cards, landings, events. */

import { fill, signed, spoken } from "@/house/language.svelte";
import type { Scene, Seen } from "@/table/scene";
import type { mist } from "@/wire";
import type { Beat, Turn } from "./story";
import { read } from "./tokens";
import { words } from "./words";

type Company = Pick<Scene<mist.View>, "seats" | "me">;

export const FOODS: Record<string, string> = { cow: "f-grass", sheep: "f-clover", pig: "f-acorn", chicken: "f-corn", horse: "f-apple", rabbit: "f-carrot" };

/** Picture of a card. */
export function artOf(card: number, animal: string | null): string {
  return card < 0 ? "f-dung" : (FOODS[animal ?? ""] ?? "f-bucket");
}

/** Spoken name of a card: `food 8`, `dung −5`. */
export function cardSpoken(card: number): string {
  const w = spoken(words);
  return card < 0 ? fill(w.dung, { n: signed(card) }) : fill(w.food, { n: card });
}

export function animalSpoken(animal: string | null): string {
  const w = spoken(words);
  return animal === null ? w.start : (w.animals[animal] ?? animal);
}

export function nameOf({ seats, me }: Company, seat: number): string {
  return seat === me ? spoken(words).you : (seats[seat]?.name ?? "");
}

/** List of names: `Tom, Otto and you`. */
export function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} ${spoken(words).and} ${last}`;
}

/** A sentence about a player, in the second person for the guest. */
function about(company: Company, seat: number, you: string, other: string, gaps: Record<string, string | number>): string {
  return seat === company.me ? fill(you, gaps) : fill(other, { name: nameOf(company, seat), ...gaps });
}

/** Spoken description of a place: its card, its animal and its queue. */
export function placeSpoken(place: mist.Place, at: number, company: Company): string {
  const w = spoken(words);
  const card =
    place.card === null
      ? fill(w.placeGap, { place: at + 1 })
      : fill(w.place, { place: at + 1, card: cardSpoken(place.card), animal: animalSpoken(place.animal) });
  if (place.figures.length === 0) return card;
  const names = listed(place.figures.map((seat) => nameOf(company, seat)));
  // "you" fits the plural in both languages; a single figure is named.
  const [only] = place.figures;
  const alone = place.figures.length === 1 && only !== undefined ? (company.seats[only]?.name ?? names) : names;
  return `${card}; ${fill(w.stands, { names: alone, n: place.figures.length })}`;
}

/** The taker and the card, for the centre of the board. */
export function takes(company: Company, seat: number, card: number): string {
  const w = spoken(words);
  return about(company, seat, w.youTake, w.takes, { card: signed(card) });
}

/** The reason: the place is empty or has a queue; `brief` for small boards. */
export function why(company: Company, walker: number, taker: number, brief = false): string {
  const all = spoken(words);
  const w = brief ? { ...all, ...all.brief, aloneYou: all.brief.alone } : all;
  if (walker === taker) return about(company, walker, w.aloneYou, w.alone, {});
  if (walker === company.me) return fill(w.behindYou, { name: nameOf(company, taker) });
  return fill(taker === company.me ? w.behindMe : w.behind, { walker: nameOf(company, walker), name: nameOf(company, taker) });
}

/** Heading of a beat. */
export function beatSaid(beat: Beat, company: Company): string {
  const w = spoken(words);
  switch (beat.kind) {
    case "deal":
      return [w.laying, w.passOne, w.passTwo][beat.passed] ?? "";
    case "throw":
      return about(company, beat.seat, w.throwsYou, w.throws, { face: beat.face });
    case "step":
      return fill(w.steps, { n: beat.step });
    case "take":
      return takes(company, beat.seat, beat.card);
    case "fill":
      return about(company, beat.seat, w.turnsUpYou, w.turnsUp, { card: signed(beat.card) });
    case "reveal":
      return fill(w.reveals, { name: company.seats[beat.from]?.name ?? "", card: signed(beat.card), to: company.seats[beat.to]?.name ?? "" });
  }
}

export function turnSaid({ seat, dice, taker, card }: Turn, company: Company): string {
  const w = spoken(words);
  const gaps = { dice: dice.join(", "), card: signed(card), taker: nameOf(company, taker), name: nameOf(company, seat) };
  if (seat === company.me) return fill(seat === taker ? w.lastTookYou : w.lastGaveYou, gaps);
  if (seat === taker) return fill(w.lastTook, gaps);
  return fill(taker === company.me ? w.lastGaveMe : w.lastGave, gaps);
}

/** Return whether a face would end the turn: a repeated number by the view, and the last die always. */
export function endsTurn(view: mist.View, face: number): boolean {
  return view.dice_left <= 1 || (view.landings[face - 1]?.forced ?? false);
}

/** Return whether at most one decision lies between two views; more decisions cannot be attributed. */
function oneStep(before: mist.View, view: mist.View): boolean {
  const taken = (one: mist.View): number => one.players.reduce((sum, player) => sum + player.cards_taken, 0);
  const walks = taken(view) - taken(before);
  return walks === 1 || (walks === 0 && before.active === view.active && before.dice_left - view.dice_left <= 1);
}

/**
 * Sentence of an event. The events of one decision arrive together: the decision describes the die and the walk,
 * and the new card describes the next player's first die, so the dice themselves have no sentence.
 */
export function tell(token: string, { view, before, whose = null, ...company }: Seen<mist.View>): string {
  const w = spoken(words).told;
  const event = read(token);
  if (!event) return "";
  if (event.kind === "starter") return about(company, event.seat, w.beginsYou, w.begins, {});
  if (event.kind === "passed") return fill(event.side === "left" ? w.passedLeft : w.passedRight, { card: signed(event.card) });
  if (event.kind === "animal" || event.kind === "lay") return "";
  if (before === null && whose !== null) return longAgo(event, whose, company);
  if (before === null || before.active === null || !oneStep(before, view)) return vaguely(event);

  const who = before.active;
  const rolls = (you: string, other: string): string => (view.newest === null || view.active === null ? "" : about(company, view.active, you, other, { face: view.newest }));
  const next = (): string => (view.active === who ? "" : rolls(w.rollsYou, w.rolls));
  if (event.kind === "draw") return join(about(company, who, w.turnsUpYou, w.turnsUp, { card: signed(event.card) }), next());
  const walked = walkSaid(before, view, company);
  const draws = (before.players[who]?.cards_to_draw ?? 0) > 0;
  if (event.kind === "stop") return join(walked, draws ? "" : next());
  if (event.kind === "more") {
    if (walked) return join(about(company, who, w.wantsMoreYou, w.wantsMore, {}), w.mustStop, walked, draws ? "" : next());
    if (view.whose === null) return about(company, who, w.wantsMoreYou, w.wantsMore, {});
    return rolls(w.rollsAgainYou, w.rollsAgain);
  }
  // A single die, as in a replay.
  if (before.whose !== null) return "";
  return join(about(company, who, w.rollsYou, w.rolls, { face: event.face }), walked && w.mustStop, walked);
}

const join = (...sentences: string[]): string => sentences.filter((one) => one !== "").join(" ");

/** The walk of the previously active player, if any; the place identifies the landing. */
function walkSaid(before: mist.View, view: mist.View, company: Company): string {
  const w = spoken(words).told;
  const who = before.active as number;
  const place = view.players[who]?.place;
  const n = before.landings.findIndex((one) => one.place === place) + 1;
  const landing = before.landings[n - 1];
  if (place === before.players[who]?.place || !landing) return "";
  const gaps = { n, card: signed(before.path[landing.place]?.card ?? 0), taker: nameOf(company, landing.taker) };
  if (landing.taker === who) return about(company, who, w.takesYou, w.takes, gaps);
  return about(company, who, w.queuesYou, landing.taker === company.me ? w.queuesMe : w.queues, gaps);
}

/** Sentence of a decision from before the guest joined. A die may be the next player's first. */
function longAgo(event: NonNullable<ReturnType<typeof read>>, who: number, company: Company): string {
  const w = spoken(words).told;
  if (event.kind === "stop") return about(company, who, w.stopsYou, w.stops, {});
  if (event.kind === "more") return about(company, who, w.wantsMoreYou, w.wantsMore, {});
  return event.kind === "draw" ? about(company, who, w.turnsUpYou, w.turnsUp, { card: signed(event.card) }) : vaguely(event);
}

/** Sentence without a name: the view before is not known. */
function vaguely(event: NonNullable<ReturnType<typeof read>>): string {
  const w = spoken(words).told;
  if (event.kind === "die") return fill(w.someRoll, { face: event.face });
  if (event.kind === "stop") return w.someStop;
  if (event.kind === "more") return w.someMore;
  return event.kind === "draw" ? fill(w.someDraw, { card: signed(event.card) }) : "";
}


/** Progress of the match: all rounds, minus those left. */
export function roundSaid(view: mist.View): string {
  return fill(spoken(words).round, { n: Math.max(1, view.rounds - view.rounds_left), of: view.rounds });
}

/** Result of stopping now: `walk 2, Tom takes −5`. */
export function stopSaid(view: mist.View, company: Company): string {
  const w = spoken(words);
  const landing = view.newest === null ? undefined : view.landings[view.newest - 1];
  if (!landing) return "";
  const gaps = { n: view.newest ?? 0, card: signed(view.path[landing.place]?.card ?? 0), name: nameOf(company, landing.taker) };
  return fill(landing.taker === view.whose ? w.stopYou : w.stopOther, gaps);
}

/** Short text of a choice. */
export function choiceSaid(token: string, scene: Pick<Scene<mist.View>, "view" | "seats" | "me">): string {
  const w = spoken(words);
  return token === "stop" ? [w.stop, stopSaid(scene.view, scene)].filter((one) => one !== "").join(": ") : w.more;
}
