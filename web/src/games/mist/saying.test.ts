import { describe, expect, it } from "vitest";
import { after, SEATS, table } from "./farm";
import { ranked, scores } from "./ranking";
import { choiceSaid, listed, placeSpoken, roundSaid, tell, turnSaid, why } from "./saying";
import { words } from "./words";

const told = (token: string, before: ReturnType<typeof table> | null, view: ReturnType<typeof table>, me: number | null = null): string =>
  tell(token, { view, before, seats: SEATS, me });

describe("telling", () => {
  it("a stop tells the walk and who takes the card", () => {
    expect(told("stop", table(), after(2))).toBe("Mara walks 2 and takes −2.");
    expect(told("stop", table(), after(2), 0)).toBe("You walk 2 and take −2.");
    expect(told("stop", table(), after(3, 1))).toBe("Mara walks 3 and queues behind Tom: Tom takes −1.");
    expect(told("stop", table(), after(3, 1), 1)).toBe("Mara walks 3 and queues behind you: you take −1.");
  });

  it("the new card tells the first die of who is next, and no die is told twice", () => {
    expect(told("draw:+8", table(), after(2))).toBe("Mara adds +8. Tom rolls a 5.");
    expect(told("die:5", table(), after(2))).toBe("");
  });

  it("one more die tells its number, or the stop that it forces", () => {
    const more = table({ dice: [2, 4], newest: 4, dice_left: 3 });
    expect(told("more", table(), more)).toBe("Mara rolls again: 4.");
    expect(told("die:4", table(), more)).toBe("");
    expect(told("more", table(), after(2))).toBe("Mara rolls again. No more rolls. Mara walks 2 and takes −2.");
  });

  it("single events, as in a replay, tell themselves", () => {
    const waits = table({ whose: null });
    expect(told("more", table(), waits)).toBe("Mara rolls again.");
    expect(told("die:4", waits, table({ dice: [2, 4], newest: 4, dice_left: 3 }))).toBe("Mara rolls a 4.");
  });

  it("is vague where the table before is not known, or was long ago", () => {
    expect(told("stop", null, after(2))).toBe("Stop.");
    const later = after(2);
    const much = { ...later, players: later.players.map((one) => ({ ...one, cards_taken: 3 })) };
    expect(told("draw:-5", table(), much)).toBe("−5 is added to the path.");
  });

  it("says of what happened before we came who did it, as the log knows", () => {
    const long = { view: after(2), before: null, seats: SEATS, me: 0, whose: 1 };
    expect(["stop", "more", "draw:+8", "die:5"].map((token) => tell(token, long))).toEqual(["Tom stops.", "Tom rolls again.", "Tom adds +8.", "A 5 is rolled."]);
    expect(tell("stop", { ...long, me: 1 })).toBe("You stop.");
  });

  it("does not tell the set-up card by card", () => {
    expect(told("lay:cow+8", null, table())).toBe("");
    expect(told("starter:2", null, table())).toBe("Tom begins.");
  });
});

describe("saying", () => {
  const company = { seats: SEATS, me: 0 };

  it("a place with its card and its queue", () => {
    expect(placeSpoken({ card: 8, animal: "chicken", figures: [1] }, 4, company)).toBe("5: food 8, chicken; Tom stands here");
    expect(placeSpoken({ card: -5, animal: null, figures: [1, 2] }, 0, company)).toBe("1: dung −5, starting card; Tom and Otto stand here");
    expect(placeSpoken({ card: null, animal: null, figures: [] }, 0, company)).toBe("1: a gap, not counted");
  });

  it("why somebody takes the card", () => {
    expect(why(company, 0, 0)).toBe("The place is empty: the card is yours.");
    expect(why(company, 0, 1)).toBe("You queue behind Tom: Tom gets the card.");
    expect(why(company, 2, 0)).toBe("Otto queues behind you: you get the card.");
    expect(why(company, 0, 1, true)).toBe("You queue behind Tom.");
    expect(why(company, 0, 0, true)).toBe("The place is empty.");
  });

  it("a turn in one sentence", () => {
    expect(turnSaid({ seat: 2, dice: [1, 6, 3], taker: 2, card: 2 }, company)).toBe("Otto rolled 1, 6, 3 and took +2.");
    expect(turnSaid({ seat: 2, dice: [5], taker: 0, card: -1 }, company)).toBe("Otto rolled 5: you took −1.");
  });

  it("names in a row", () => {
    expect(listed(["Tom"])).toBe("Tom");
    expect(listed(["Tom", "Otto", "Mara"])).toBe("Tom, Otto and Mara");
  });
});

describe("the ranking", () => {
  const players = (scores: [number, number][]): ReturnType<typeof table>["players"] =>
    table().players.map((one, seat) => ({ ...one, points: scores[seat]?.[0] ?? null, food: scores[seat]?.[1] ?? null }));

  it("goes by points, then by food, and who is level in both shares", () => {
    expect(ranked({ players: players([[5, 9], [7, 7], [5, 12]]) }).map(({ seat, place }) => [seat, place])).toEqual([[1, 1], [2, 2], [0, 3]]);
    expect(ranked({ players: players([[5, 9], [5, 9], [3, 20]]) }).map(({ seat, place }) => [seat, place])).toEqual([[0, 1], [1, 1], [2, 3]]);
  });

  it("is empty while the match goes on, though the points may be shown", () => {
    expect(scores(table({ players: players([[1, 1], [2, 2], [3, 3]]) }))).toEqual([]);
  });

  it("tells the food where it decides", () => {
    const view = table({ over: true, whose: null, players: players([[5, 9], [7, 7], [5, 12]]) });
    expect(scores(view).map(({ score }) => score)).toEqual(["7 points", "5 points (12 from food)", "5 points (9 from food)"]);
  });
});

describe("the page", () => {
  it("describes a choice by what it brings", () => {
    const scene = { view: table(), seats: SEATS, me: 0 };
    expect(choiceSaid("stop", scene)).toBe("Stop: walk 2, you take −2");
    expect(choiceSaid("more", scene)).toBe("Roll again");
  });

  it("counts the rounds from the first", () => {
    expect(roundSaid(table({ rounds_left: 7 }))).toBe("Round 1 of 7");
    expect(roundSaid(table())).toBe("Round 1 of 7");
    expect(roundSaid(table({ rounds_left: 0 }))).toBe("Round 7 of 7");
  });

  it("explains every option of the service in both languages", () => {
    const offered = ["doubling", "passing", "another_round", "tally", "cards", "starting", "dice"];
    for (const language of [words.en, words.de]) expect(Object.keys(language.options)).toEqual(offered);
  });

  it("has the same gaps in both languages", () => {
    const gaps = (text: string): string[] => [...text.matchAll(/\{(\w+)/g)].map((found) => found[1] as string).filter((one, i, all) => all.indexOf(one) === i).sort();
    const compare = (en: object, de: object, path: string): void => {
      for (const [key, value] of Object.entries(en)) {
        const other = (de as Record<string, unknown>)[key];
        if (typeof value === "string") expect([path + key, gaps(other as string)]).toEqual([path + key, gaps(value)]);
        else compare(value as object, other as object, `${path}${key}.`);
      }
    };
    compare(words.en, words.de, "");
  });
});
