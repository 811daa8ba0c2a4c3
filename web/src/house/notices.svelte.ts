/** Short notices at the bottom of the screen, for events that the board does not show. */

import type { ErrorResponse } from "@/wire";
import { words } from "@/words";
import { Refusal } from "./asking";
import { fill, language, spoken } from "./language.svelte";

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

type Sentences = Partial<Record<string, string>>;

/** Whether the page has its own sentence for exactly this error. */
export function hasWords(problem: ErrorResponse): boolean {
  return problem.code in words.en.problems;
}

/**
 * The error as a sentence: the page's own for its code, else the message of the service.
 * General codes say less than the English message, so they serve other languages only.
 */
export function reason(flaw: unknown, field?: string): string {
  if (!(flaw instanceof Refusal)) return String(flaw);
  const { code, message, params } = flaw.problem;
  const exact = (spoken(words).problems as Sentences)[code];
  if (exact !== undefined) return fill(exact, { ...(params as Record<string, string | number>), field: field ?? flaw.problem.field ?? "" });
  const general = (spoken(words).generalProblems as Sentences)[code];
  return language.current === "en" ? message : (general ?? message);
}
