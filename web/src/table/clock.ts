/** How time that is left is said, and whose clock it is measured by. */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Below two of a unit the smaller one is said: 119 seconds, then 2 minutes. */
export function leftOf(seconds: number): { unit: "seconds" | "minutes" | "hours" | "days"; n: number } {
  if (seconds < 2 * MINUTE) return { unit: "seconds", n: Math.max(0, Math.ceil(seconds)) };
  if (seconds < 2 * HOUR) return { unit: "minutes", n: Math.floor(seconds / MINUTE) };
  if (seconds < 2 * DAY) return { unit: "hours", n: Math.floor(seconds / HOUR) };
  return { unit: "days", n: Math.floor(seconds / DAY) };
}

/** Seconds within which an update reaches us and is shown. A device whose clock is further off than that is put right. */
const ON_ITS_WAY = 8;
const WRONG = 2;

/** How far this device's clock is ahead of the service's, seen at an update whose turn began just now. */
export function skewOf(now: number, since: number): number {
  const ahead = now - since;
  return ahead > ON_ITS_WAY || ahead < -WRONG ? ahead : 0;
}
