/** A match looked at afterwards, as the service analyses it: who had what chance when, and what was luck. */

import { asking, Refusal } from "@/house/asking";

/** Whose event it is when nobody decides. */
export const CHANCE = -1;

/** One event: how it changed everybody's chance to win, and what that was after it. */
export interface Step {
  number: number;
  token: string;
  /** A seat, or CHANCE. */
  whose: number;
  choices: number;
  change: number[];
  worth: number[];
}

/** One player's match in numbers that add up: start + luck + own + others = result. */
export interface Account {
  start: number;
  luck: number;
  own: number;
  others: number;
  result: number;
  decisions: number;
  /** Of 100. */
  accuracy: number;
}

/** What `GET /api/replays/KEY/analysis` says. */
export interface Analysis {
  game: string;
  seats: string[];
  exact: boolean;
  accounts: Account[];
  turning_points: number[];
  steps: Step[];
}

/** A point of the line: everybody's chance after this event; 0 is before the first. */
export interface Point {
  number: number;
  worth: number[];
}

/** A change smaller than this cannot be seen in the line. */
const SEEN = 1e-6;

/** The line without what changes nothing: a deal of forty cards is one step of it. The last event is always there. */
export function pointsOf({ accounts, steps }: Analysis): Point[] {
  const moved = steps.filter((step, index) => index === steps.length - 1 || step.change.some((one) => Math.abs(one) > SEEN));
  return [{ number: 0, worth: accounts.map((one) => one.start) }, ...moved.map(({ number, worth }) => ({ number, worth }))];
}

/** The place in the line of an event: of the last point that is not after it. */
export function placeOf(points: readonly Point[], number: number): number {
  const after = points.findIndex((point) => point.number > number);
  return after === -1 ? points.length - 1 : Math.max(after - 1, 0);
}

/** Everybody has the same chance all the time: the game is won together, one line tells all. */
export function shared({ accounts, steps }: Analysis): boolean {
  const same = (worth: readonly number[]): boolean => worth.every((one) => Math.abs(one - (worth[0] ?? 0)) < SEEN);
  return accounts.length > 1 && steps.every((step) => same(step.worth));
}

/** Whom an event changed most, and from what to what. */
export function swing(step: Step): { seat: number; from: number; to: number } {
  const seat = step.change.reduce((most, one, index) => (Math.abs(one) > Math.abs(step.change[most] ?? 0) ? index : most), 0);
  const to = step.worth[seat] ?? 0;
  return { seat, from: to - (step.change[seat] ?? 0), to };
}

export type Luck = "lucky" | "someLuck" | "evenLuck" | "badLuck" | "veryBad";
export type Skill = "sharp" | "fair" | "loose" | "noChoice";

/** A quarter of a victory is a lot of luck; a twentieth is none to speak of. */
const MUCH = 0.25;
const LITTLE = 0.05;
/** By the service's measure 2 hundredths given away in every decision leave an accuracy of 79, 1 hundredth 89. */
const SHARP = 89;
const FAIR = 79;

export function luckOf({ luck }: Account): Luck {
  if (Math.abs(luck) <= LITTLE) return "evenLuck";
  if (luck > 0) return luck > MUCH ? "lucky" : "someLuck";
  return luck < -MUCH ? "veryBad" : "badLuck";
}

export function skillOf({ accuracy, decisions }: Account): Skill {
  if (decisions === 0) return "noChoice";
  return accuracy >= SHARP ? "sharp" : accuracy >= FAIR ? "fair" : "loose";
}

/** Milliseconds between two questions while the experts get ready: a minute or two in all. */
const WAITS = [1500, 3000, 5000, 8000, 12000, 15000, 20000, 30000, 30000];

/** Ask an expert; one that is still getting ready is asked again, calmly. `waits` is called each time. */
export async function patiently<Answer>(ask: () => Promise<Answer>, waits: () => void, gone: () => boolean = () => false): Promise<Answer> {
  for (const wait of WAITS) {
    try {
      return await ask();
    } catch (flaw) {
      const later = flaw instanceof Refusal && ["not_now", "too_much", "offline", "unavailable"].includes(flaw.problem.code);
      if (!later || gone()) throw flaw;
      waits();
      await new Promise((done) => setTimeout(done, wait));
      if (gone()) throw flaw;
    }
  }
  return ask();
}

export async function analysisOf(key: string, waits: () => void, gone: () => boolean): Promise<Analysis> {
  return (await patiently(() => asking.analysis(key), waits, gone)) as unknown as Analysis;
}
