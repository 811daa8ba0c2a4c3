import type { Scene } from "@/table/scene";
import type { mist } from "@/wire";
import { describe, expect, it } from "vitest";
import { SEATS, table } from "./farm";
import { hints } from "./lesson";

/** The hints of a lesson for this scene, without earlier hints. */
function said(view: mist.View, deciding = true): string[] {
  const scene: Scene<mist.View> = { view, before: null, events: [], legal: [], deciding, busy: false, seats: SEATS, turn: 0, me: 0, advice: null, options: {}, play: () => {} };
  return hints.filter((hint) => hint.when(scene)).map((hint) => hint.says());
}

describe("the lesson", () => {
  it("explains the first die, and dung where dung it is", () => {
    expect(said(table())).toEqual([expect.stringContaining("golden ring"), expect.stringContaining("dung")]);
  });

  it("explains the queue where somebody else takes the card", () => {
    expect(said(table({ newest: 3, dice: [3] }))).toContainEqual(expect.stringContaining("it gets the card"));
  });

  it("explains locks with the second number", () => {
    expect(said(table({ newest: 4, dice: [2, 4] }))).toContainEqual(expect.stringContaining("lock"));
    expect(said(table()).join()).not.toContain("lock");
  });

  it("says nothing of our choices while others choose", () => {
    expect(said(table({ whose: 1, active: 1 }), false)).toEqual([expect.stringContaining("the others play")]);
  });
});
