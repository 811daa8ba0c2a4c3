import type { ServerMessage, Snapshot } from "@/wire";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { approach, carryOver, lineTo } from "./approach";
import { Connection, type Link } from "./connection";

/** A socket with this test as the other end. */
class Wire {
  static readonly OPEN = 1;
  static readonly CONNECTING = 0;
  static laid: Wire[] = [];
  readyState = 0;
  sent: { do: string; seat?: number; id: number }[] = [];
  onopen = (): void => {};
  onmessage = (_: { data: string }): void => {};
  onclose = (_: { code: number; reason: string }): void => {};

  constructor(readonly address: string) {
    Wire.laid.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
  }
  open(): void {
    this.readyState = 1;
    this.onopen();
  }
  tell(message: ServerMessage): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
  cut(): void {
    this.readyState = 3;
    this.onclose({ code: 1006, reason: "" });
  }
}

vi.stubGlobal("WebSocket", Wire);
vi.stubGlobal("location", { protocol: "http:", host: "here" });
vi.stubGlobal("document", { hidden: false, getElementById: () => null, addEventListener: () => {}, removeEventListener: () => {} });
vi.stubGlobal("addEventListener", () => {});
vi.stubGlobal("removeEventListener", () => {});

const newest = (): Wire => Wire.laid.at(-1) as Wire;

function snapshot(number: number, seeded: boolean[], state: Snapshot["state"] = "waiting"): Snapshot {
  return { number, state, seats: seeded.map((one) => ({ name: "", kind: "person", seeded: one })) } as Snapshot;
}
const welcome = (number: number, mine: number[], seeded: boolean[]): ServerMessage =>
  ({ what: "welcome", mine, lines: [], dice: { match: "m", commitment: "c" }, snapshot: snapshot(number, seeded) }) as unknown as ServerMessage;
const update = (number: number, seeded: boolean[], answer?: number): ServerMessage =>
  ({ what: "update", lines: [], snapshot: snapshot(number, seeded), answer }) as unknown as ServerMessage;

function listener(): { heard: ServerMessage[]; links: Link[]; hear: (message: ServerMessage) => void; changed: (link: Link) => void } {
  const [heard, links]: [ServerMessage[], Link[]] = [[], []];
  return { heard, links, hear: (message) => heard.push(message), changed: (link) => links.push(link) };
}

beforeEach(() => {
  vi.useFakeTimers();
  Wire.laid = [];
});

describe("the line to a table", () => {
  it("keeps what comes before anybody listens, and tells it in order", () => {
    const line = new Connection({ watch: "w" });
    newest().open();
    newest().tell(welcome(3, [], [true]));
    newest().tell(update(4, [true]));
    const one = listener();
    line.listen(one);
    newest().tell(update(5, [true]));
    expect(one.heard.map((message) => ("snapshot" in message ? message.snapshot.number : 0))).toEqual([3, 4, 5]);
    expect(one.links).toEqual(["open"]);
  });

  it("gives each seat of ours one seed, without waiting for anybody to listen", () => {
    new Connection({ table: "t" });
    newest().open();
    newest().tell(welcome(1, [0, 1], [false, false]));
    newest().tell(update(2, [true, false]));
    expect(newest().sent.map((act) => [act.do, act.seat])).toEqual([["seed", 0], ["seed", 1]]);
  });

  it.each([{ watch: "w" }, { table: "t", board: true }])("gives no seed where nobody sits: %o", (place) => {
    new Connection(place);
    newest().open();
    newest().tell(welcome(1, [0], [false]));
    expect(newest().sent).toEqual([]);
  });

  it("comes back after the last line heard, and says again only what was not answered", async () => {
    const line = new Connection({ table: "t" });
    expect(newest().address).toBe("ws://here/api/tables/t/socket?company=true&after=0");
    newest().open();
    newest().tell(welcome(6, [0], [true]));
    const done = line.act({ do: "begin" });
    void line.act({ do: "close" });
    expect(newest().sent.map((act) => act.do)).toEqual(["begin", "close"]);
    newest().tell(update(7, [true], 1));
    await done;
    newest().cut();
    vi.advanceTimersByTime(300);
    expect(newest().address).toBe("ws://here/api/tables/t/socket?company=true&after=7");
    newest().open();
    newest().tell(welcome(7, [0], [true]));
    expect(newest().sent.map((act) => act.do)).toEqual(["close"]);
  });
});

describe("a restart of the service", () => {
  it("is followed by attempts less than 0.6 s apart, for more than 2 s", () => {
    new Connection({ table: "t" });
    newest().open();
    newest().tell(welcome(1, [0], [true]));
    let [attempts, waited] = [0, 0];
    for (let passed = 0; passed < 2000; passed += 50, waited += 50) {
      if (newest().readyState === 1 || Wire.laid.length - 1 > attempts) {
        attempts = Wire.laid.length - 1;
        expect(waited).toBeLessThanOrEqual(600);
        waited = 0;
        newest().cut();
      }
      vi.advanceTimersByTime(50);
    }
    expect(attempts).toBeGreaterThanOrEqual(4);
  });
});

describe("who goes on to the rematch", () => {
  const over = (answer: number): ServerMessage => ({ ...welcome(4, [1], [true, false]), answer }) as ServerMessage;

  it("takes the line along, and hears nothing of the old table any more", () => {
    const line = lineTo({ table: "t" });
    const [old, one] = [listener(), listener()];
    newest().open();
    newest().tell(welcome(9, [0], [true, true]));
    line.listen(old);
    carryOver(line, { table: "new" });
    expect(newest().sent).toEqual([{ do: "go_over", id: 1 }]);
    newest().tell(update(10, [true, true]));
    newest().tell({ what: "company", here: [0] } as ServerMessage);
    newest().tell(over(1));
    newest().tell(update(5, [true, false]));
    expect(lineTo({ table: "new", board: false })).toBe(line);
    line.listen(one);
    expect(Wire.laid).toHaveLength(1);
    expect(old.heard).toHaveLength(1);
    expect(one.heard.map((message) => ("snapshot" in message ? message.snapshot.number : 0))).toEqual([4, 5]);
    expect(one.links).toEqual(["open"]);
    expect(newest().sent.slice(1).map((act) => [act.do, act.seat])).toEqual([["commit_seed", 1]]);
    newest().cut();
    vi.advanceTimersByTime(300);
    expect(newest().address).toBe("ws://here/api/tables/new/socket?company=true&after=5");
  });

  it.each(["refused", "cut", "lost before"])("opens another line where that cannot be: %s", (how) => {
    const line = lineTo({ table: "t" });
    newest().open();
    newest().tell(welcome(9, [0], [true, true]));
    if (how === "lost before") newest().cut();
    carryOver(line, { table: "new" });
    if (how === "refused") newest().tell({ what: "refused", problem: { code: "forbidden", message: "" }, answer: 1 } as ServerMessage);
    if (how === "cut") newest().cut();
    vi.advanceTimersByTime(300);
    expect(Wire.laid).toHaveLength(2);
    expect(newest().address).toBe("ws://here/api/tables/new/socket?company=true&after=0");
    newest().open();
    newest().tell(welcome(4, [1], [true, true]));
    const one = listener();
    lineTo({ table: "new" }).listen(one);
    expect(one.heard).toHaveLength(1);
    expect(newest().sent).toEqual([]);
  });
});

describe("who sits down", () => {
  it("takes over the line that is open already, once", () => {
    approach({ table: "t", board: false });
    const line = lineTo({ table: "t" });
    expect(Wire.laid).toHaveLength(1);
    expect(lineTo({ table: "t" })).not.toBe(line);
    expect(Wire.laid).toHaveLength(2);
  });

  it.each([{ table: "other" }, { table: "t", board: true }, { watch: "t" }])("does not take one that leads elsewhere: %o", (place) => {
    approach({ table: "t" });
    expect(lineTo(place).place).toEqual(place);
    expect(Wire.laid).toHaveLength(2);
    expect(Wire.laid[0]?.readyState).toBe(3);
  });
});
