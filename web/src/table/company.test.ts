import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Company } from "./company.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("misses nobody before the service has said who is there", () => {
  const company = new Company();
  expect(company.isAway(0)).toBe(false);
  company.hear([0]);
  expect([0, 1].map((seat) => company.isAway(seat))).toEqual([false, true]);
});

it("sees at once who came, and does not miss who only reloads the page", () => {
  const company = new Company();
  company.hear([0]);
  company.hear([0, 1]);
  expect(company.isAway(1)).toBe(false);
  company.hear([0]);
  vi.advanceTimersByTime(3000);
  company.hear([0, 1]);
  vi.advanceTimersByTime(60_000);
  expect(company.isAway(1)).toBe(false);
  company.hear([0]);
  vi.advanceTimersByTime(60_000);
  expect(company.isAway(1)).toBe(true);
});
