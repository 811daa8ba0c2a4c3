/** Every text of the page is in a catalogue, in both languages, with the same gaps. */

import { expect, test } from "vitest";

type Words = { [key: string]: string | Words };

const catalogues = import.meta.glob<{ words: { en: Words; de: Words } }>(["./index.ts", "../*/words.ts", "../games/*/words.ts"], { eager: true });
const components = import.meta.glob<string>("../**/*.svelte", { eager: true, query: "?raw", import: "default" });

function leaves(words: Words, path = ""): [string, string][] {
  return Object.entries(words).flatMap(([key, inner]) =>
    typeof inner === "string" ? [[`${path}${key}`, inner] as [string, string]] : leaves(inner, `${path}${key}.`),
  );
}

/** Names and formats of the gaps; singular and plural may differ between the languages. */
const gaps = (sentence: string): string[] => [...new Set([...sentence.matchAll(/\{(\w+(?::[^|}]+)?)\}/g)].map((found) => found[1] as string))].sort();

test.each(Object.entries(catalogues))("%s says the same in both languages", (_, { words }) => {
  const en = new Map(leaves(words.en));
  const de = new Map(leaves(words.de));
  expect([...de.keys()]).toEqual([...en.keys()]);
  for (const [key, sentence] of en) {
    expect(sentence, key).not.toBe("");
    expect(gaps(de.get(key) as string), key).toEqual(gaps(sentence));
  }
});

test.each(Object.entries(components))("%s has no words of its own", (_, source) => {
  expect(wordsIn(source)).toEqual([]);
});

/** Literal text between tags and in spoken attributes. */
function wordsIn(source: string): string[] {
  const markup = withoutExpressions(source.replace(/<(script|style)[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g, ""));
  const read = [...markup.matchAll(/\s(?:aria-label|aria-description|title|alt|placeholder)="([^"]*)"/g)].map((found) => found[1] as string);
  const between = markup.replace(/<[^>]*>/g, "\n").split("\n");
  return [...read, ...between].map((one) => one.trim()).filter((one) => /\p{L}{2}/u.test(one) && one !== "Paddock");
}

/** Braces nest, and an arrow inside a tag looks like the end of the tag. */
function withoutExpressions(markup: string): string {
  let depth = 0;
  let kept = "";
  for (const letter of markup) {
    if (letter === "{") depth += 1;
    if (depth === 0) kept += letter;
    if (letter === "}") depth -= 1;
  }
  return kept;
}
