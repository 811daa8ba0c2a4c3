/** The language of the page: by the browser, or as somebody chose. Catalogues hold every word that the page says. */

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
  /** Before the first word is said. */
  begin(): void {
    current = preferred();
    document.documentElement.lang = current;
  },
};

/** A catalogue in both languages; the second has every word of the first, or it does not compile. */
export interface Catalogue<Words> {
  en: Words;
  de: Words;
}

/** The words of a catalogue in the language of the moment; read it where it is shown, so that a change is seen. */
export function spoken<Words>(catalogue: Catalogue<Words>): Words {
  return catalogue[current];
}

/**
 * A sentence with its gaps filled: `{name}` by a value, `{n|card|cards}` by the one or the many.
 *
 * `fill("{who} has {n} {n|card|cards}", {who: "Mia", n: 2})` is `Mia has 2 cards`.
 */
export function fill(sentence: string, gaps: Record<string, string | number>): string {
  return sentence.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, name: string, one?: string, many?: string) => {
    const value = gaps[name] ?? "";
    return many === undefined ? String(value) : Number(value) === 1 ? (one ?? "") : many;
  });
}

/** A number with its sign, the true minus included: `+4`, `−3`, `0`. */
export function signed(value: number, digits = 0): string {
  const text = Math.abs(value).toFixed(digits);
  return Number(text) === 0 ? text : value > 0 ? `+${text}` : `−${text}`;
}

/** A share of one in hundredths, as the language writes it. */
export function percent(share: number): string {
  return new Intl.NumberFormat(current, { style: "percent", maximumFractionDigits: 0 }).format(share);
}
