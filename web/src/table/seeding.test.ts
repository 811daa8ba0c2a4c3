import { beforeEach, expect, test, vi } from "vitest";
import type { AnyCommand, SeatView, Update, Welcome } from "@/wire";
import { sealOf } from "./seal";
import { Seeding } from "./seeding";
import { seenAt } from "./seen";

const kept = new Map<string, string>();
vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });

type Sent = AnyCommand & { seat?: number; seed?: string; commitment?: string };

/** A table that answers at once, with pages at it. */
class Table {
  seats: SeatView[];
  pages: { seeding: Seeding; mine: number[]; sent: Sent[] }[] = [];
  refuses = false;
  #queue: (() => void)[] = [];

  constructor(...kinds: SeatView["kind"][]) {
    this.seats = kinds.map((kind) => ({ name: "", kind }));
  }

  page(...mine: number[]): Sent[] {
    const sent: Sent[] = [];
    const act = (command: AnyCommand): Promise<void> => {
      sent.push(command as Sent);
      if (this.refuses) return Promise.reject(new Error("refused"));
      return new Promise((done) => this.#queue.push(() => (this.take(command as Sent), done())));
    };
    const page = { seeding: new Seeding(act, "t"), mine, sent };
    this.pages.push(page);
    page.seeding.hear({ what: "welcome", mine, dice: { match: "m", commitment: "c" }, snapshot: this.snapshot() } as unknown as Welcome);
    return sent;
  }

  snapshot(): object {
    return { state: "waiting", seats: structuredClone(this.seats) };
  }

  take({ do: what, seat = 0, commitment }: Sent): void {
    const place = this.seats[seat] as SeatView;
    if (what === "commit_seed") place.commitment = commitment ?? null;
    else place.seeded = true;
    this.tell();
  }

  tell(): void {
    for (const page of this.pages) page.seeding.hear({ what: "update", snapshot: this.snapshot() } as unknown as Update);
  }

  /** Let all commands through. */
  async settle(): Promise<void> {
    for (let rounds = 0; rounds < 50; rounds++) {
      this.#queue.shift()?.();
      await Promise.resolve();
      await Promise.resolve();
    }
    expect(this.#queue).toEqual([]);
  }
}

const did = (sent: readonly Sent[]): string[] => sent.map((one) => `${one.do} ${one.seat}`);

beforeEach(() => kept.clear());

test("a person among bots sends the seed at once", async () => {
  const table = new Table("person", "bot");
  const sent = table.page(0);
  await table.settle();
  expect(did(sent)).toEqual(["seed 0"]);
  expect(seenAt("t")).toMatchObject({ commitment: "c", seeds: { 0: sent[0]?.seed } });
});

test("with an open seat a page commits, and keeps its seed", async () => {
  const table = new Table("person", "free");
  const sent = table.page(0);
  await table.settle();
  table.tell();
  await table.settle();
  expect(did(sent)).toEqual(["commit_seed 0"]);
});

test("no page sends a seed before all others have committed, and then all do", async () => {
  const table = new Table("person", "person", "person", "bot");
  const [one, two] = [table.page(0), table.page(1)];
  await table.settle();
  expect([did(one), did(two)]).toEqual([["commit_seed 0"], ["commit_seed 1"]]);
  kept.clear(); // another device
  const three = table.page(2);
  await table.settle();
  expect([did(one), did(two), did(three)]).toEqual([
    ["commit_seed 0", "seed 0"], ["commit_seed 1", "seed 1"], ["commit_seed 2", "seed 2"],
  ]);
  for (const [seat, sent] of [one, two, three].entries()) {
    expect(sealOf("m", seat, sent[1]?.seed ?? "")).toBe(sent[0]?.commitment);
  }
  const seals = [one, two, three].map((sent) => sent[0]?.commitment);
  expect(seenAt("t")?.seals).toEqual([...seals, null]);
});

test("after a reload the page still has its seed", async () => {
  const table = new Table("person", "person");
  const before = table.page(0);
  await table.settle();
  table.pages = [];
  const after = table.page(0);
  (table.seats[1] as SeatView).commitment = "theirs";
  table.tell();
  await table.settle();
  expect(did(after)).toEqual(["seed 0"]);
  expect(sealOf("m", 0, after[0]?.seed ?? "")).toBe(before[0]?.commitment);
});

test("two devices of one guest do not quarrel", async () => {
  const table = new Table("person", "person");
  const one = table.page(0);
  await table.settle();
  kept.clear(); // the other device has its own notes
  const two = table.page(0);
  await table.settle();
  table.tell();
  await table.settle();
  expect([did(one), did(two)]).toEqual([["commit_seed 0"], ["commit_seed 0"]]);
});

test("a table that forgets its seeds gets new ones", async () => {
  const table = new Table("person", "person");
  const sent = table.page(0);
  (table.seats[1] as SeatView).commitment = "theirs";
  await table.settle();
  expect(did(sent)).toEqual(["commit_seed 0", "seed 0"]);
  table.seats = table.seats.map(({ name, kind }) => ({ name, kind })); // a new person sat down
  table.tell();
  await table.settle();
  expect(did(sent)).toEqual(["commit_seed 0", "seed 0", "commit_seed 0"]);
  expect(sent[2]?.commitment).not.toBe(sent[0]?.commitment);
});

test("a refused seed is not among those that this device insists on", async () => {
  const table = new Table("person", "bot");
  table.refuses = true;
  table.page(0);
  await table.settle();
  expect(seenAt("t")?.seeds).toEqual({});
});
