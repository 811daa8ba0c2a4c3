/** Analysis of a finished match: chances over time, luck and decisions. */

import { asking, Refusal } from "@/house/asking";

/** Seat number of a chance event. */
export const CHANCE = -1;

/** One event: the change of every chance to win, and the chances after it. */
export interface Step {
  number: number;
  token: string;
  /** A seat, or CHANCE. */
  whose: number;
  choices: number;
  change: number[];
  worth: number[];
}

/** One player's account: start + luck + own + others = result. */
export interface Account {
  start: number;
  luck: number;
  own: number;
  others: number;
  result: number;
  decisions: number;
  /** From 0 to 100. */
  accuracy: number;
}

/** Response of `GET /api/replays/KEY/analysis`. */
export interface Analysis {
  game: string;
  seats: string[];
  exact: boolean;
  accounts: Account[];
  turning_points: number[];
  steps: Step[];
}

/** A point of the chart: all chances after this event; 0 is before the first. */
export interface Point {
  number: number;
  worth: number[];
}

/** Smaller changes are invisible in the chart. */
const SEEN = 1e-6;

/** Points of the chart without events that change nothing: a deal of forty cards is one step. The last event is always included. */
export function pointsOf({ accounts, steps }: Analysis): Point[] {
  const moved = steps.filter((step, index) => index === steps.length - 1 || step.change.some((one) => Math.abs(one) > SEEN));
  return [{ number: 0, worth: accounts.map((one) => one.start) }, ...moved.map(({ number, worth }) => ({ number, worth }))];
}

/** Index of the last point that is not after an event. */
export function placeOf(points: readonly Point[], number: number): number {
  const after = points.findIndex((point) => point.number > number);
  return after === -1 ? points.length - 1 : Math.max(after - 1, 0);
}

/** Return whether all chances are equal throughout: the players win together, and one line is enough. */
export function shared({ accounts, steps }: Analysis): boolean {
  const same = (worth: readonly number[]): boolean => worth.every((one) => Math.abs(one - (worth[0] ?? 0)) < SEEN);
  return accounts.length > 1 && steps.every((step) => same(step.worth));
}

/** The seat that an event changed most, and its chance before and after. */
export function swing(step: Step): { seat: number; from: number; to: number } {
  const seat = step.change.reduce((most, one, index) => (Math.abs(one) > Math.abs(step.change[most] ?? 0) ? index : most), 0);
  const to = step.worth[seat] ?? 0;
  return { seat, from: to - (step.change[seat] ?? 0), to };
}

export type Luck = "lucky" | "someLuck" | "evenLuck" | "badLuck" | "veryBad";
export type Skill = "sharp" | "fair" | "loose" | "noChoice";

/** Thresholds of luck: 0.25 of a win is a lot, 0.05 is none. */
const MUCH = 0.25;
const LITTLE = 0.05;
/** Thresholds of accuracy: a loss of 0.02 per decision gives 79, a loss of 0.01 gives 89. */
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

/** Milliseconds between two requests while the bots compile; one to two minutes in total. */
const WAITS = [1500, 3000, 5000, 8000, 12000, 15000, 20000, 30000, 30000];

/** Repeat a request while the service is not ready. `waits` is called before each wait. */
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
