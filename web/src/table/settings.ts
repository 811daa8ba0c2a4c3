/** The settings of a table. The service does not say what is as usual: this is how it means it. */

import type { Settings } from "@/wire";

export const USUAL = {
  clock: "none", seconds: 60, timeout: "wait", keeper: "hound", pace: "brisk", spectators: false, chat: false, coach: true, joint: "anybody",
} satisfies Required<Settings>;

export function spelledOut(settings: Settings): Required<Settings> {
  return { ...USUAL, ...settings };
}
