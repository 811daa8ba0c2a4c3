/** Remaining time in words, and the offset of this device's clock. */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Below two of a unit the smaller unit is used: 119 seconds, then 2 minutes. */
export function leftOf(seconds: number): { unit: "seconds" | "minutes" | "hours" | "days"; n: number } {
  if (seconds < 2 * MINUTE) return { unit: "seconds", n: Math.max(0, Math.ceil(seconds)) };
  if (seconds < 2 * HOUR) return { unit: "minutes", n: Math.floor(seconds / MINUTE) };
  if (seconds < 2 * DAY) return { unit: "hours", n: Math.floor(seconds / HOUR) };
  return { unit: "days", n: Math.floor(seconds / DAY) };
}

/** Seconds that an update may need to arrive. A larger difference is an offset of the device's clock. */
const ON_ITS_WAY = 8;
const WRONG = 2;

/** Seconds by which this device's clock is ahead of the service's, measured at an update that starts a turn. */
export function skewOf(now: number, since: number): number {
  const ahead = now - since;
  return ahead > ON_ITS_WAY || ahead < -WRONG ? ahead : 0;
}
