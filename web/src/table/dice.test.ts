import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test, vi } from "vitest";
import { canonical, check, chosen, commitment, drawsOf, facesOf, rolledIn, unevenness, type Recorded, type Seen } from "./dice";
import { sealOf } from "./seal";
import { hmacHere, hmacWith, sha256, sha256Here } from "./sha256";

/** Records of Paddock 0.1: a match of every option set of every game, with dice. The one-file verifier reads them too. */
const LINES = readFileSync(new URL("../../../tests/match/records-0.1.jsonl", import.meta.url), "utf8").trim().split("\n");
const ALL = LINES.map((line) => JSON.parse(line) as Recorded);

/** A match of this game as the service records it now: people with seeds. */
function recorded(game: string): Recorded & { dice: NonNullable<Recorded["dice"]> } {
  const record = structuredClone(ALL.find((one) => one.game === game && one.dice?.secret)) as Recorded;
  return { ...record, seats: record.seats.map((_, seat) => `Person ${seat + 1}`), dice: { version: 2, ...(record.dice as NonNullable<Recorded["dice"]>) } };
}
const CHANCE = /^(animal|lay|starter|die|draw|left|right|hand|row|roll|throw):/;
const chancesOf = (record: Recorded): number[] => record.events.flatMap((token, index) => (CHANCE.test(token) ? [index] : []));
const refused = async (record: Recorded): Promise<boolean> => check(record).then(({ flaws }) => flaws === null || flaws.length > 0, () => true);

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const hex = (digest: Uint8Array): string => Buffer.from(digest).toString("hex");

afterEach(() => vi.unstubAllGlobals());

test.each(ALL.map((record, line) => [line + 1, record.game, record] as const))("record %i of 0.1, %s: every draw is derived and repeated", async (_, __, record) => {
  const { draws, flaws, old } = await check(record);
  expect(draws.map((draw) => draw.event)).toEqual(chancesOf(record));
  if (record.dice?.secret) expect(flaws).toEqual([]);
  else expect(flaws).toBeNull();
  expect(old).toBe(Boolean(record.dice?.secret));
});

test("records of all games are among them, finished ones too", () => {
  expect(new Set(ALL.filter((one) => one.dice?.secret).map((one) => one.game))).toEqual(new Set(["mist", "life", "mmm", "kuhlorado"]));
});

test("our own digests give the same", async () => {
  vi.stubGlobal("crypto", {});
  expect((await check(recorded("mist"))).flaws).toEqual([]);
});

test("a die that came otherwise is found, and only that one", async () => {
  const record = recorded("mist");
  const event = record.events.findLastIndex((token, index) => token.startsWith("die:") && record.events[index + 1] === "stop");
  const drawn = record.events[event] as string;
  const thrown = new Set<string>();
  for (let at = event; at >= 0 && !/^(draw|starter)/.test(record.events[at] as string); at -= 1) thrown.add(record.events[at] as string);
  const came = [1, 2, 3, 4, 5, 6].map((face) => `die:${face}`).find((die) => !thrown.has(die)) as string;
  record.events[event] = came;
  expect((await check(record)).flaws).toEqual([{ what: "draw", event, drawn, came }]);
});

type Forgery = (record: ReturnType<typeof recorded>) => void;
const FORGERIES: Record<string, Forgery> = {
  "a bot with a seed": (record) => void (record.seats[1] = "Alma (hound)"),
  "the first draw dropped": (record) => void record.events.splice(chancesOf(record)[0] as number, 1),
  "a draw dropped": (record) => void record.events.splice(chancesOf(record)[chancesOf(record).length >> 1] as number, 1),
  "the last draw dropped": (record) => void record.events.splice(chancesOf(record).at(-1) as number, 1),
  "the end dropped": (record) => void record.events.splice(chancesOf(record).at(-1) as number),
  "all events dropped": (record) => void (record.events = []),
  "outcomes permuted": (record) => {
    const wordAt = (index: number): string => (record.events[index] as string).split(":").slice(0, -1).join(":");
    const chances = chancesOf(record).reverse();
    for (const one of chances) {
      const other = chances.find((index) => index < one && wordAt(index) === wordAt(one) && record.events[index] !== record.events[one]);
      if (other === undefined) continue;
      [record.events[one], record.events[other]] = [record.events[other] as string, record.events[one] as string];
      return;
    }
  },
  "an option changed": (record) => {
    const name = { mist: "doubling", life: "advanced", mmm: "line", kuhlorado: "advanced" }[record.game] as string;
    record.options[name] = !record.options[name];
  },
  "an option dropped": (record) => void delete record.options[Object.keys(record.options).at(-1) as string],
  "another secret": (record) => void (record.dice.secret = "11".repeat(32)),
  "no secret": (record) => void delete record.dice.secret,
  "another seed": (record) => void (record.dice.seeds[0] += "!"),
  "a seed too few": (record) => void record.dice.seeds.pop(),
  "an unknown version": (record) => void (record.dice.version = 3),
  "other rules": (record) => void (record.rules = 2),
};

describe.each(["mist", "life", "mmm", "kuhlorado"])("a forged record of %s is refused:", (game) => {
  test("an honest one is not", async () => expect((await check(recorded(game))).flaws).toEqual([]));
  test.each(Object.entries(FORGERIES))("%s", async (_, forge) => {
    const record = recorded(game);
    forge(record);
    expect(await refused(record)).toBe(true);
  });
});

describe("what this device saw", () => {
  const record = recorded("kuhlorado");
  const [mine, other] = record.dice.seeds as [string, string];
  const honest: Seen = { commitment: record.dice.commitment, seeds: { 0: mine }, seals: [null, sealOf(record.dice.match, 1, other)] };
  test.each<[string, Partial<Seen>, object[]]>([
    ["is what was played", {}, []],
    ["another commitment", { commitment: "other" }, [{ what: "unseen" }]],
    ["another seed of this seat", { seeds: { 0: "other" } }, [{ what: "own", seat: 0 }]],
    ["a seed that was not committed to", { seals: [null, sealOf(record.dice.match, 1, "other")] }, [{ what: "sealed", seat: 1 }]],
    ["a seed without any commitment", { seals: [null, null] }, [{ what: "sealed", seat: 1 }]],
    ["nothing, for the host did not wait", { seeds: {}, seals: [] }, []],
  ])("%s", async (_, change, flaws) => {
    expect((await check(record, { ...honest, ...change })).flaws).toEqual(flaws);
  });
});

test("the seal of a seed, as Python computes it", () => {
  // python -c "from paddock.match.verify_dice import seed_commitment as s; print(s('0123456789abcdef', 2, 'hü'))"
  expect(sealOf("0123456789abcdef", 1, "hü")).toBe("565bea6c49771d0d240c1152855f9462784ffc2094842852bf1f8cedc3f55317");
});

test("the example of docs/reference/notation.md", async () => {
  const page = readFileSync(new URL("../../../docs/reference/notation.md", import.meta.url), "utf8");
  const example = JSON.parse((/```json\n(\{"paddock"[^`]+)```/.exec(page) as RegExpExecArray)[1] as string) as Recorded;
  expect(await commitment(example)).toBe(example.dice?.commitment);
  expect((await check(example)).flaws).toEqual([]);
  expect(drawsOf(example).draws.map((draw) => draw.event)).toEqual([0, 3, 4, 7]);
});

test("what is promised is written as Python writes it", () => {
  expect(canonical(["ü\n\u001f", { b: [1, 2], a: true }])).toBe('["ü\\n\\u001f",{"a":true,"b":[1,2]}]');
});

test("the first outcome whose cumulative weight exceeds the number", () => {
  expect([0n, 1n, 2n, 3n].map((number) => chosen(number, [1, 2, 1]))).toEqual([0, 1, 1, 2]);
  expect(() => chosen(4n, [1, 2, 1])).toThrow();
});

test("our digests are the browser's, at every length around a block", async () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 300]) {
    const message = Uint8Array.from({ length }, (_, index) => (index * 37) % 256);
    expect(hex(sha256Here(message))).toBe(hex(await sha256(message)));
    expect(hex(hmacHere(message, bytes("moo")))).toBe(hex(await (await hmacWith(length ? message : bytes("\0")))(bytes("moo"))));
  }
});

test("faces are counted die by die, with what was to be expected", () => {
  const draws = [
    { event: 0, outcomes: ["throw:11", "throw:1c", "throw:cc"], weights: [1, 2, 1], came: "throw:1c" },
    { event: 2, outcomes: ["throw:1", "throw:c"], weights: [1, 1], came: "throw:c" },
    { event: 3, outcomes: ["starter:1", "starter:2"], weights: [1, 1], came: "starter:2" },
  ];
  expect(facesOf(rolledIn(draws))).toEqual({
    dice: true,
    faces: [{ face: "1", came: 1, expected: 1.5 }, { face: "c", came: 2, expected: 1.5 }],
  });
  const cards = [{ event: 1, outcomes: ["hand:1:bear", "hand:1:goat"], weights: [3, 1], came: "hand:1:bear" }];
  expect(facesOf(rolledIn(cards))).toEqual({
    dice: false,
    faces: [{ face: "bear", came: 1, expected: 0.75 }, { face: "goat", came: 0, expected: 0.25 }],
  });
});

test("unevenness is the upper tail of chi-squared", () => {
  const faces = (...came: number[]) => came.map((one, index) => ({ face: String(index), came: one, expected: 10 }));
  expect(unevenness(faces(10, 10, 10, 10, 10, 10))).toBeCloseTo(1, 6);
  // 5 degrees of freedom: 11.0705 is the 5 % point; 2 degrees: 5.9915; both from printed tables.
  expect(unevenness(faces(10 + Math.sqrt(110.705 / 2), 10 - Math.sqrt(110.705 / 2), 10, 10, 10, 10))).toBeCloseTo(0.05, 4);
  expect(unevenness(faces(10 + Math.sqrt(59.915 / 2), 10 - Math.sqrt(59.915 / 2), 10))).toBeCloseTo(0.05, 4);
});
