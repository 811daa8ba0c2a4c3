/** Short notices at the bottom of the screen, for events that the board does not show. */

import { words } from "@/words";
import { Refusal } from "./asking";
import { language, spoken } from "./language.svelte";

export interface Notice {
  id: number;
  text: string;
}

let shown = $state<Notice[]>([]);
let last = 0;

export const notices = {
  get shown(): Notice[] {
    return shown;
  },
  tell(text: string, seconds = 5): void {
    const id = ++last;
    shown = [...shown.slice(-2), { id, text }];
    setTimeout(() => notices.drop(id), seconds * 1000);
  },
  drop(id: number): void {
    shown = shown.filter((one) => one.id !== id);
  },
  /** Show a refusal of the service, in the guest's language where the page has a text for it. */
  refuse(flaw: unknown): void {
    notices.tell(reason(flaw));
  },
};

export function reason(flaw: unknown): string {
  if (!(flaw instanceof Refusal)) return String(flaw);
  const { code, message } = flaw.problem;
  const known: Partial<Record<string, string>> = spoken(words).problems;
  return (language.current !== "en" || code === "offline" ? known[code] : undefined) ?? message;
}
