import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { after, table } from "./farm";
import { Stage } from "./stage.svelte";

/** The stage reads browser settings when it is loaded. */
const taste = vi.hoisted(() => {
  const taste = { still: false };
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query.includes("reduced-motion") && taste.still, addEventListener: () => {} }));
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
  vi.stubGlobal("document", { hidden: false });
  return taste;
});

const STOP = ["stop", "draw:+8", "die:5"];
const stage = (): Stage => new Stage(table(), 5);

beforeEach(() => {
  vi.useFakeTimers();
  taste.still = false;
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the stage", () => {
  it("tells a story beat by beat and rests in the very view", () => {
    const [shown, view] = [stage(), after(2)];
    shown.follow(table(), STOP, view);
    expect(shown.beat).toMatchObject({ kind: "step", place: 1 });
    expect(shown.open).toBe(false);
    expect(shown.turns).toEqual([]);
    const kinds = new Set<string | undefined>();
    for (let i = 0; i < 60; i++) {
      kinds.add(shown.beat?.kind);
      vi.advanceTimersByTime(100);
    }
    expect([...kinds]).toEqual(["step", "take", "fill", "throw", undefined]);
    expect(shown.view).toBe(view);
    expect(shown.open).toBe(true);
    expect(shown.turns).toEqual([{ seat: 0, dice: [2], taker: 0, card: -2 }]);
  });

  it("skips to the view with a tap, and that tap decides nothing", () => {
    const [shown, view] = [stage(), after(2)];
    shown.follow(table(), STOP, view);
    shown.skip();
    expect(shown.view).toBe(view);
    expect(shown.telling).toBe(false);
    expect(shown.open).toBe(false);
    expect(shown.turns).toHaveLength(1);
    vi.advanceTimersByTime(400);
    expect(shown.open).toBe(true);
  });

  it("lets the first decide while the cards are still dealt", () => {
    const [shown, view] = [stage(), table()];
    shown.follow(null, ["lay:cow-4", "starter:1", "die:2"], view);
    expect(shown.beat?.kind).toBe("deal");
    expect(shown.view).toBe(view);
    expect(shown.open).toBe(true);
    shown.skip();
    expect(shown.beat).toBeNull();
    expect(shown.open).toBe(true);
  });

  it("tells the next story only when the first is told", () => {
    const shown = stage();
    const more = table({ dice: [2, 4], newest: 4, dice_left: 3 });
    shown.follow(table(), ["more", "die:4"], more);
    shown.follow(more, ["stop", "draw:+8", "die:5"], after(4));
    expect(shown.beat?.kind).toBe("throw");
    expect(shown.dice).toEqual([2, 4]);
    vi.advanceTimersByTime(900);
    expect(shown.beat?.kind).toBe("step");
  });

  it("shows everything at once to who wants no motion", () => {
    taste.still = true;
    const [shown, view] = [stage(), after(2)];
    shown.follow(table(), STOP, view);
    expect(shown.view).toBe(view);
    expect(shown.open).toBe(true);
  });

  it("knows the order of the dice also for who comes in the middle of a turn", () => {
    const view = table({ dice: [1, 4, 6], newest: 4, dice_left: 2 });
    const shown = new Stage(view, 5);
    shown.follow(null, ["die:2", "stop", "draw:+8", "die:6", "more", "die:1", "more", "die:4"], view);
    expect(shown.dice).toEqual([6, 1, 4]);
  });

  it("forgets turns that were taken back", () => {
    taste.still = true;
    const shown = stage();
    shown.follow(table(), STOP, after(2));
    shown.follow(after(2), [], table());
    expect(shown.turns).toEqual([]);
  });
});
