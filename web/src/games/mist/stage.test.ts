import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { after, table } from "./farm";
import type { Stage } from "./stage.svelte";

const STOP = ["stop", "draw:+8", "die:5"];
let still = false;

/** The stage asks the browser for taste and memory. */
async function stage(): Promise<Stage> {
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query.includes("reduced-motion") && still, addEventListener: () => {} }));
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
  vi.stubGlobal("document", { hidden: false });
  const { Stage } = await import("./stage.svelte");
  return new Stage(table(), 5);
}

beforeEach(() => {
  vi.useFakeTimers();
  still = false;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the stage", () => {
  it("tells a story beat by beat and rests in the very view", async () => {
    const [shown, view] = [await stage(), after(2)];
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

  it("skips to the view with a tap, and that tap decides nothing", async () => {
    const [shown, view] = [await stage(), after(2)];
    shown.follow(table(), STOP, view);
    shown.skip();
    expect(shown.view).toBe(view);
    expect(shown.telling).toBe(false);
    expect(shown.open).toBe(false);
    expect(shown.turns).toHaveLength(1);
    vi.advanceTimersByTime(400);
    expect(shown.open).toBe(true);
  });

  it("tells the next story only when the first is told", async () => {
    const shown = await stage();
    const more = table({ dice: [2, 4], newest: 4, dice_left: 3 });
    shown.follow(table(), ["more", "die:4"], more);
    shown.follow(more, ["stop", "draw:+8", "die:5"], after(4));
    expect(shown.beat?.kind).toBe("throw");
    expect(shown.dice).toEqual([2, 4]);
    vi.advanceTimersByTime(900);
    expect(shown.beat?.kind).toBe("step");
  });

  it("shows everything at once to who wants no motion", async () => {
    still = true;
    const [shown, view] = [await stage(), after(2)];
    shown.follow(table(), STOP, view);
    expect(shown.view).toBe(view);
    expect(shown.open).toBe(true);
  });

  it("forgets turns that were taken back", async () => {
    still = true;
    const shown = await stage();
    shown.follow(table(), STOP, after(2));
    shown.follow(after(2), [], table());
    expect(shown.turns).toEqual([]);
  });
});
