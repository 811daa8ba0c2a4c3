import { afterEach, expect, test, vi } from "vitest";
import { canonical, chosen, commitment, facesOf, flawsOf, rolledIn, unevenness, type Proof } from "./dice";
import real from "./dice.proof.json";
import { hmacHere, hmacWith, sha256, sha256Here } from "./sha256";

/** Proof of a match of So ein Mist from a table of the service; one of its seeds is not ASCII. */
const proof = (): Proof => structuredClone(real) as unknown as Proof;
const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const hex = (digest: Uint8Array): string => Buffer.from(digest).toString("hex");

afterEach(() => vi.unstubAllGlobals());

test("a real proof holds, by the browser's own digests and by ours", async () => {
  expect(proof().draws.length).toBeGreaterThan(50);
  expect(await flawsOf(proof())).toEqual([]);
  vi.stubGlobal("crypto", {});
  expect(await flawsOf(proof())).toEqual([]);
});

test("a die that came otherwise is found, and only that one", async () => {
  const false_ = proof();
  const draw = false_.draws.findLast((one) => one.came.startsWith("die:"));
  if (!draw) throw new Error("no die was thrown");
  const drawn = draw.came;
  draw.came = draw.outcomes.find((one) => one !== drawn) as string;
  expect(await flawsOf(false_)).toEqual([{ what: "draw", event: draw.event, drawn, came: draw.came }]);
});

test("another secret, another seed and another option break it", async () => {
  const secret = proof();
  secret.dice.secret = secret.dice.secret.replace(/^./, (first) => (first === "0" ? "1" : "0"));
  const found = await flawsOf(secret);
  expect(found[0]).toEqual({ what: "promise" });
  expect(found.length).toBeGreaterThan(10);

  const seed = proof();
  seed.dice.seeds[0] += "!";
  const draws = await flawsOf(seed);
  expect(draws.every((flaw) => flaw.what === "draw")).toBe(true);
  expect(draws.length).toBeGreaterThan(10);

  const option = proof();
  option.options["one_more"] = true;
  expect(await flawsOf(option)).toEqual([{ what: "promise" }]);
});

test("the example of docs/reference/notation.md", async () => {
  const example = {
    game: "mmm",
    rules: 1,
    options: { board: "bbf", line: false, cat_moves: 3, dice: 2 },
    dice: {
      match: "seed-93",
      commitment: "0cd7d47cb9dd712732073ca76ef7d24b5cdaa9a986deb5fbba250b960a98b449",
      seeds: ["barn", "owl"],
      secret: "1cbce969fb70f5eb0a3c43e7c62a2c9eaf78c1d71f7402edfc32e5842feea151",
    },
  };
  expect(await commitment(example)).toBe(example.dice.commitment);
  const last = { event: 7, outcomes: ["roll:b", "roll:f", "roll:u", "roll:h", "roll:a", "roll:x"], weights: [1, 1, 1, 1, 1, 1], came: "roll:f" };
  expect(await flawsOf({ ...example, draws: [last] })).toEqual([]);
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
