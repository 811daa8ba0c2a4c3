import { Refusal } from "@/house/asking";
import { afterEach, expect, test, vi } from "vitest";
import { luckOf, patiently, placeOf, pointsOf, shared, skillOf, swing, type Account, type Analysis } from "./analysis";

const account = (start: number, result: number, more: Partial<Account> = {}): Account =>
  ({ start, result, luck: 0, own: 0, others: 0, decisions: 4, accuracy: 90, ...more });
const step = (number: number, change: number[], worth: number[]) => ({ number, token: "die:1", whose: -1, choices: 6, change, worth });

const match: Analysis = {
  game: "mist", seats: ["A", "B"], exact: false, accounts: [account(0.5, 1), account(0.5, 0)], turning_points: [3],
  steps: [step(1, [0, 0], [0.5, 0.5]), step(2, [0.1, -0.1], [0.6, 0.4]), step(3, [0.4, -0.4], [1, 0]), step(4, [0, 0], [1, 0])],
};

afterEach(() => vi.useRealTimers());

test("the line leaves out what changes nothing, but never the end", () => {
  expect(pointsOf(match).map((point) => point.number)).toEqual([0, 2, 3, 4]);
  expect(pointsOf(match)[0]?.worth).toEqual([0.5, 0.5]);
});

test("an event that changes nothing is at the point before it", () => {
  const points = pointsOf(match);
  expect([0, 1, 2, 3, 4, 9].map((event) => placeOf(points, event))).toEqual([0, 0, 1, 2, 3, 3]);
});

test("one line for those who win together", () => {
  expect(shared(match)).toBe(false);
  const same = { ...match, steps: [step(1, [0.2, 0.2], [0.7, 0.7])] };
  expect(shared(same)).toBe(true);
  expect(shared({ ...same, accounts: [account(0.5, 0.7)] })).toBe(false);
});

test("a swing is the one of whom it changed most", () => {
  expect(swing(step(1, [0.1, -0.3, 0.2], [0.4, 0.2, 0.4]))).toEqual({ seat: 1, from: 0.5, to: 0.2 });
});

test("luck and skill in words", () => {
  expect([0.4, 0.1, 0.02, -0.1, -0.5].map((luck) => luckOf(account(0, 0, { luck })))).toEqual(["lucky", "someLuck", "evenLuck", "badLuck", "veryBad"]);
  expect([97, 80, 50].map((accuracy) => skillOf(account(0, 0, { accuracy })))).toEqual(["sharp", "fair", "loose"]);
  expect(skillOf(account(0, 0, { decisions: 0, accuracy: 100 }))).toBe("noChoice");
});

test("an expert who is getting ready is asked again; one who refuses is not", async () => {
  vi.useFakeTimers();
  const later = new Refusal({ code: "not_now", message: "" });
  const ask = vi.fn().mockRejectedValueOnce(later).mockRejectedValueOnce(later).mockResolvedValue("told");
  const waits = vi.fn();
  const answer = patiently(ask, waits);
  await vi.runAllTimersAsync();
  expect(await answer).toBe("told");
  expect(waits).toHaveBeenCalledTimes(2);

  const missing = vi.fn().mockRejectedValue(new Refusal({ code: "missing", message: "" }));
  await expect(patiently(missing, waits)).rejects.toThrow();
  expect(missing).toHaveBeenCalledTimes(1);
});
