/**
 * Recompute the dice of a finished match: the commitment, and every die and card.
 * Same algorithm as `verify_dice.py`; docs/reference/notation.md describes it.
 */

import type { OutcomeCount } from "@/wire";
import { hmacWith, sha256 } from "./sha256";

/** Response of `GET /api/replays/KEY/proof`. */
export interface Proof {
  game: string;
  rules: number;
  options: Record<string, unknown>;
  dice: { match: string; commitment: string; seeds: string[]; secret: string };
  draws: Draw[];
}

export interface Draw {
  /** Index of the event, from 0. */
  event: number;
  outcomes: string[];
  weights: number[];
  came: string;
}

/** An error of a proof: the commitment, or a draw. */
export type Flaw = { what: "promise" } | { what: "draw"; event: number; drawn: string; came: string };

const WORD = 2n ** 64n;
const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const hex = (digest: Uint8Array): string => Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");

function unhex(text: string): Uint8Array<ArrayBuffer> {
  if (!/^([0-9a-f]{2})*$/i.test(text)) throw new Error("the secret is not hexadecimal");
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** JSON without spaces and with sorted keys: the output of Python's `json.dumps(sort_keys=True)`. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(",")}}`;
}

/** The commitment: a hash that hides the secret and fits no other. */
export async function commitment({ dice, game, rules, options }: Omit<Proof, "draws">): Promise<string> {
  return hex(await sha256(bytes(canonical([dice.secret, dice.match, game, rules, options]))));
}

/** Outcome of the chance event with this index, by the key of the match. */
async function drawn(draw: Draw, digest: (message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>): Promise<string> {
  const total = draw.weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (total <= 0n) throw new Error("a draw needs weights");
  for (let tries = 0; ; tries++) {
    const word = new DataView((await digest(bytes(`${draw.event}.${tries}`))).buffer).getBigUint64(0);
    // Skip words that would favour small numbers.
    if (word < WORD - (WORD % total)) return draw.outcomes[chosen(word % total, draw.weights)] as string;
  }
}

/** Index of the first outcome with a cumulative weight above the number: weights 1 2 1 map 0 1 2 3 to 0 1 1 2. */
export function chosen(number: bigint, weights: readonly number[]): number {
  let left = number;
  for (const [index, weight] of weights.entries()) {
    if (left < BigInt(weight)) return index;
    left -= BigInt(weight);
  }
  throw new Error("the number is not below the sum of the weights");
}

/** Return all errors of a proof; empty for a valid one. */
export async function flawsOf(proof: Proof): Promise<Flaw[]> {
  const found: Flaw[] = (await commitment(proof)) === proof.dice.commitment ? [] : [{ what: "promise" }];
  const key = await (await hmacWith(unhex(proof.dice.secret)))(bytes(proof.dice.seeds.join("\n")));
  const digest = await hmacWith(key);
  for (const draw of proof.draws) {
    const outcome = await drawn(draw, digest);
    if (outcome !== draw.came) found.push({ what: "draw", event: draw.event, drawn: outcome, came: draw.came });
  }
  return found;
}

/** Every possible outcome: how often it came, and the sum of its chances. */
export function rolledIn(draws: readonly Draw[]): OutcomeCount[] {
  const counted = new Map<string, OutcomeCount>();
  for (const { outcomes, weights, came } of draws) {
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    outcomes.forEach((event, index) => {
      const one = counted.get(event) ?? { event, came: 0, expected: 0 };
      one.expected += (weights[index] ?? 0) / total;
      if (event === came) one.came += 1;
      counted.set(event, one);
    });
  }
  return [...counted.values()];
}

/** One face of a die, or one card: actual and expected frequency. */
export interface Face {
  face: string;
  came: number;
  expected: number;
}

/** Verbs of dice events; each letter after the colon is one die (docs/reference/notation.md). */
const THROWN = new Set(["die", "roll", "throw"]);
/** Verbs of card events; the card is the last part. */
const DEALT = new Set(["hand", "row", "draw"]);

/** Faces of all dice; in a game without dice, the dealt cards. `dice` is true for dice. */
export function facesOf(rolled: readonly OutcomeCount[]): { dice: boolean; faces: Face[] } {
  const word = (one: OutcomeCount): string => one.event.split(":")[0] ?? "";
  const dice = rolled.some((one) => THROWN.has(word(one)));
  const counted = new Map<string, Face>();
  for (const one of rolled.filter((some) => (dice ? THROWN : DEALT).has(word(some)))) {
    const named = one.event.split(":").at(-1) ?? "";
    for (const face of dice ? named : [named]) {
      const sum = counted.get(face) ?? { face, came: 0, expected: 0 };
      counted.set(face, { face, came: sum.came + one.came, expected: sum.expected + one.expected });
    }
  }
  return { dice, faces: [...counted.values()].filter((one) => one.expected > 0) };
}

/** Share of fair matches with dice at least this uneven: Pearson's chi-squared test. */
export function unevenness(faces: readonly Face[]): number {
  const distance = faces.reduce((sum, { came, expected }) => sum + (came - expected) ** 2 / expected, 0);
  return faces.length < 2 ? 1 : upperGamma((faces.length - 1) / 2, distance / 2);
}

/** The regularised upper incomplete gamma function at a half or whole `a`, by its recurrence from 1/2 or 1. */
function upperGamma(a: number, x: number): number {
  const whole = Number.isInteger(a);
  let from = whole ? 1 : 0.5;
  let value = whole ? Math.exp(-x) : complementaryError(Math.sqrt(x));
  let term = whole ? Math.exp(-x) * x : (Math.exp(-x) * Math.sqrt(x)) / (Math.sqrt(Math.PI) / 2);
  for (; from < a; from += 1) {
    value += term;
    term *= x / (from + 1);
  }
  return value;
}

/** Abramowitz and Stegun 7.1.26: exact to 1e-7. */
function complementaryError(x: number): number {
  const t = 1 / (1 + 0.3275911 * x);
  const sum = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592].reduce((inner, factor) => inner * t + factor, 0);
  return sum * t * Math.exp(-x * x);
}
