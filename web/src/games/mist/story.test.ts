import { describe, expect, it } from "vitest";
import { after, table } from "./farm";
import { inOrder, story, type Told } from "./story";
import { read } from "./tokens";

const kinds = (told: Told[]): string => told.map(({ beat }) => beat.kind).join(" ");

describe("a story", () => {
  it("of one more die is one throw, and what it brings is not told before it rests", () => {
    const view = table({ dice: [2, 4], newest: 4, dice_left: 3 });
    const told = story(table(), ["more", "die:4"], view);
    expect(told).toHaveLength(1);
    expect(told[0]?.beat).toEqual({ kind: "throw", seat: 0, face: 4, forced: false });
    expect(told[0]?.view).toEqual({ ...view, whose: null });
  });

  it("of a stop steps along the path, hands over the card and fills the gap before the next throws", () => {
    const view = after(2);
    const told = story(table(), ["stop", "draw:+8", "die:5"], view);
    expect(kinds(told)).toBe("step step take fill throw");
    expect(told[0]?.view.path[1]?.figures).toEqual([0]);
    expect(told[0]?.view.path[0]?.figures).toEqual([]);
    expect(told[2]?.beat).toMatchObject({ seat: 0, by: 0, place: 2, card: -2 });
    expect(told[2]?.view.path[2]?.card).toBeNull();
    expect(told[2]?.view.players[0]?.cards_taken).toBe(1);
    expect(told[3]?.view.path[2]).toEqual({ card: 8, animal: "cow", figures: [0] });
    expect(told[4]?.beat).toMatchObject({ seat: 1, face: 5, forced: false });
    expect(told[4]?.view).toEqual({ ...view, whose: null });
  });

  it("of a number that is there already goes on by itself", () => {
    const told = story(table(), ["more", "die:2", "draw:-5", "die:5"], after(2));
    expect(kinds(told)).toBe("throw step step take fill throw");
    expect(told[0]?.beat).toMatchObject({ face: 2, forced: true });
  });

  it("queues behind who stands there, and gives the card to them", () => {
    const told = story(table({ newest: 3, dice: [3] }), ["stop", "draw:+8", "die:5"], after(3));
    const take = told.find(({ beat }) => beat.kind === "take");
    expect(take?.beat).toMatchObject({ seat: 1, by: 0 });
    expect(take?.view.path[3]?.figures).toEqual([1, 0]);
    expect(take?.view.players.map((one) => one.cards_taken)).toEqual([0, 1, 0]);
  });

  it("knows a forced stop at the very end of a replay's frame by the figure", () => {
    const before = table({ whose: null });
    const stays = table({ dice: [2, 4], newest: 4 });
    expect(kinds(story(before, ["die:4"], stays))).toBe("throw");
    expect(kinds(story(before, ["die:4"], after(4)))).toBe("throw step step step step take");
  });

  it("fills the gap of a frame that begins with it", () => {
    const old = table();
    const before = table({
      whose: null,
      path: old.path.map((one, at) => (at === 2 ? { card: null, animal: null, figures: [0] } : { ...one, figures: one.figures.filter((seat) => seat !== 0) })),
      players: old.players.map((one, seat) => (seat === 0 ? { ...one, place: 2 } : one)),
    });
    const [only, ...more] = story(before, ["draw:+6"], after(2));
    expect(more).toEqual([]);
    expect(only?.beat).toEqual({ kind: "fill", seat: 0, place: 2, card: 6, animal: "cow" });
  });

  it("turns over passed cards from giver to neighbour, left before right", () => {
    const events = ["stop", "left:+4", "right:-3", "left:+2", "right:+2", "left:-1", "right:+8"];
    const told = story(table(), events, table({ over: true, whose: null, active: null })).filter(({ beat }) => beat.kind === "reveal");
    expect(told.map(({ beat }) => (beat.kind === "reveal" ? [beat.from, beat.to, beat.card] : []))).toEqual([
      [0, 1, 4], [0, 2, -3], [1, 2, 2], [1, 0, 2], [2, 0, -1], [2, 1, 8],
    ]);
  });

  it("opens with the deal, and the first may decide meanwhile", () => {
    const players = table().players.map((one) => ({ ...one, cards_taken: 1 }));
    const view = table({ players });
    const events = ["animal:cow", "animal:sheep", "animal:pig", "lay:cow-4", "starter:1", "die:2"];
    expect(story(null, events, view)).toEqual([{ beat: { kind: "deal", passed: 1 }, view }]);
    expect(story(null, events, table())).toEqual([{ beat: { kind: "deal", passed: 0 }, view: table() }]);
  });

  it("is not made up where two views do not tell it", () => {
    expect(story(null, ["lay:cow-4", "die:2", "stop", "draw:+2", "die:5"], after(2))).toEqual([]);
    expect(story(table(), ["stop", "draw:+8", "die:5", "stop", "draw:+2", "die:1"], after(2))).toEqual([]);
  });
});

describe("dice in order", () => {
  it("are kept as they were thrown, though the view sorts them", () => {
    expect(inOrder([4], { dice: [2, 4], newest: 2 }, 2)).toEqual([4, 2]);
    expect(inOrder([4, 2], { dice: [2, 4], newest: 2 }, 2)).toEqual([4, 2]);
    expect(inOrder([4, 2], { dice: [1, 2, 4], newest: 1 }, 3)).toEqual([4, 2, 1]);
  });

  it("show a repeated number twice", () => {
    expect(inOrder([4, 2], { dice: [2, 4], newest: 4 }, 3)).toEqual([4, 2, 4]);
    expect(inOrder([], { dice: [2, 4], newest: 4 }, 3)).toEqual([2, 4, 4]);
  });

  it("begin anew with every turn", () => {
    expect(inOrder([4, 2], { dice: [3], newest: 3 }, 1)).toEqual([3]);
    expect(inOrder([4, 2], { dice: [], newest: null }, 0)).toEqual([]);
  });

  it("come ascending, the newest last, to who was not there", () => {
    expect(inOrder([], { dice: [1, 3, 6], newest: 3 }, 3)).toEqual([1, 6, 3]);
  });
});

describe("tokens", () => {
  it.each([
    ["die:4", { kind: "die", face: 4 }],
    ["stop", { kind: "stop" }],
    ["lay:pig+8", { kind: "lay", animal: "pig", card: 8 }],
    ["lay:start-3", { kind: "lay", animal: null, card: -3 }],
    ["starter:2", { kind: "starter", seat: 1 }],
    ["draw:+0", { kind: "draw", card: 0 }],
    ["right:-3", { kind: "passed", side: "right", card: -3 }],
    ["dance", null],
  ])("%s", (token, event) => expect(read(token)).toEqual(event));
});
