/** Language of the page: the browser's, or the guest's choice. Catalogues hold every text of the page. */

export type Language = "en" | "de";
export const LANGUAGES: Record<Language, string> = { en: "English", de: "Deutsch" };

const KEPT = "paddock.language";

function preferred(): Language {
  const kept = localStorage.getItem(KEPT);
  if (kept === "en" || kept === "de") return kept;
  return navigator.languages.some((one) => one.toLowerCase().startsWith("de")) ? "de" : "en";
}

let current = $state<Language>("en");

export const language = {
  get current(): Language {
    return current;
  },
  set current(chosen: Language) {
    current = chosen;
    localStorage.setItem(KEPT, chosen);
    document.documentElement.lang = chosen;
  },
  /** Choose the language before the first text is shown. */
  begin(): void {
    current = preferred();
    document.documentElement.lang = current;
  },
};

/** A catalogue in both languages; the compiler checks that German has every key of English. */
export interface Catalogue<Words> {
  en: Words;
  de: Words;
}

/** Texts of a catalogue in the current language. Call it where the text is shown, so that it follows a change. */
export function spoken<Words>(catalogue: Catalogue<Words>): Words {
  return catalogue[current];
}

/**
 * Return a text with its gaps filled: `{name}` by a value, `{n|card|cards}` by singular or plural.
 *
 * `fill("{who} has {n} {n|card|cards}", {who: "Mia", n: 2})` is `Mia has 2 cards`.
 */
export function fill(sentence: string, gaps: Record<string, string | number>): string {
  return sentence.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, name: string, one?: string, many?: string) => {
    const value = gaps[name] ?? "";
    return many === undefined ? String(value) : Number(value) === 1 ? (one ?? "") : many;
  });
}

/** British English, because American English puts a comma before the last "and". */
const LISTS: Record<Language, string> = { en: "en-GB", de: "de" };

/** Words as a list in a sentence: `a1, b1 and c1`. */
export function listed(parts: readonly string[], or = false): string {
  return new Intl.ListFormat(LISTS[current], { type: or ? "disjunction" : "conjunction" }).format(parts);
}

/** A number with its sign, with a true minus: `+4`, `−3`, `0`. */
export function signed(value: number, digits = 0): string {
  const text = Math.abs(value).toFixed(digits);
  return Number(text) === 0 ? text : value > 0 ? `+${text}` : `−${text}`;
}

/** A share of 1 in percent, in the format of the language. */
export function percent(share: number): string {
  return new Intl.NumberFormat(current, { style: "percent", maximumFractionDigits: 0 }).format(share);
}
