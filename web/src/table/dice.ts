/**
 * The dice of a finished match, recomputed here: the promise, and every die and card that was drawn from it.
 * The same algorithm as `verify_dice.py`; docs/notation.md says it in words.
 */

import type { Rolled } from "@/wire";
import { hmacWith, sha256 } from "./sha256";

/** What `GET /api/replays/KEY/proof` gives out. */
export interface Proof {
  game: string;
  rules: number;
  options: Record<string, unknown>;
  dice: { match: string; commitment: string; seeds: string[]; secret: string };
  draws: Draw[];
}

export interface Draw {
  /** The index of the event, from 0. */
  event: number;
  outcomes: string[];
  weights: number[];
  came: string;
}

/** What is wrong with a proof: the promise itself, or a draw. */
export type Flaw = { what: "promise" } | { what: "draw"; event: number; drawn: string; came: string };

const WORD = 2n ** 64n;
const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const hex = (digest: Uint8Array): string => Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");

function unhex(text: string): Uint8Array<ArrayBuffer> {
  if (!/^([0-9a-f]{2})*$/i.test(text)) throw new Error("the secret is not hexadecimal");
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** JSON without spaces, the keys of objects sorted: what Python's `json.dumps(sort_keys=True)` writes. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(",")}}`;
}

/** The promise: nobody can find another secret with the same text, nor this one from it. */
export async function commitment({ dice, game, rules, options }: Omit<Proof, "draws">): Promise<string> {
  return hex(await sha256(bytes(canonical([dice.secret, dice.match, game, rules, options]))));
}

/** Which outcome the chance event with this index has, by the key of the match. */
async function drawn(draw: Draw, digest: (message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>): Promise<string> {
  const total = draw.weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (total <= 0n) throw new Error("a draw needs weights");
  for (let tries = 0; ; tries++) {
    const word = new DataView((await digest(bytes(`${draw.event}.${tries}`))).buffer).getBigUint64(0);
    // Words that would favour the small numbers are skipped.
    if (word < WORD - (WORD % total)) return draw.outcomes[chosen(word % total, draw.weights)] as string;
  }
}

/** The first outcome whose cumulative weight exceeds the number: of weights 1 2 1 the numbers 0 1 2 3 give 0 1 1 2. */
export function chosen(number: bigint, weights: readonly number[]): number {
  let left = number;
  for (const [index, weight] of weights.entries()) {
    if (left < BigInt(weight)) return index;
    left -= BigInt(weight);
  }
  throw new Error("the number is not below the sum of the weights");
}

/** All that is wrong with a proof; nothing if the dice kept their promise. */
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

/** Every outcome that the dice had a choice about: how often it came, and the sum of its chances. */
export function rolledIn(draws: readonly Draw[]): Rolled[] {
  const counted = new Map<string, Rolled>();
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

/** One face of a die, or one card: how often it came and how often it was to be expected. */
export interface Face {
  face: string;
  came: number;
  expected: number;
}

/** Words of events that are throws of dice; each letter of what follows is one die (docs/notation.md). */
const THROWN = new Set(["die", "roll", "throw"]);
/** Words of events that are cards, the card named at the end. */
const DEALT = new Set(["hand", "row", "draw"]);

/** The faces of all dice thrown; in a game without dice, the cards dealt. `dice` tells which. */
export function facesOf(rolled: readonly Rolled[]): { dice: boolean; faces: Face[] } {
  const word = (one: Rolled): string => one.event.split(":")[0] ?? "";
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

/** In which share of fair matches dice look at least as uneven as these: Pearson's chi-squared test. */
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

/** Abramowitz and Stegun 7.1.26: right to a ten-millionth, which is more than is shown. */
function complementaryError(x: number): number {
  const t = 1 / (1 + 0.3275911 * x);
  const sum = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592].reduce((inner, factor) => inner * t + factor, 0);
  return sum * t * Math.exp(-x * x);
}
