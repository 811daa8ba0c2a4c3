/** A drawn board as rows of letters. The service decides whether it is valid. */

import { nameOf, placeOf, type Place } from "@/games/mmm/geometry";

export type Rows = readonly string[];

export interface Brush {
  letter: string;
  /** A picture of our set, or the letter itself. */
  art?: string;
  word: string;
}

export interface Kind {
  field: string;
  option: string;
  smallest: number;
  largest: number;
  /** Letter of a new square. */
  blank: string;
  brushes: readonly Brush[];
  /** Names of built-in boards to start with, as the service knows them. */
  starts: readonly string[];
}

export const KINDS: Record<string, Kind> = {
  mmm: {
    field: "mmm",
    option: "board",
    // A drawing has at least two rows, because the slash between rows marks it as a drawing.
    smallest: 2,
    largest: 8,
    blank: ".",
    brushes: [
      { letter: "b", art: "f-bread", word: "bread" },
      { letter: "f", art: "f-fish", word: "fish" },
      { letter: "u", art: "f-cucumber", word: "cucumber" },
      { letter: "h", art: "f-cheese", word: "cheese" },
      { letter: "a", art: "f-carrot", word: "carrot" },
      { letter: ".", word: "bare" },
    ],
    starts: ["easy", "hard", "expert"],
  },
  kuhlorado: {
    field: "kuh",
    option: "sheet",
    smallest: 3,
    largest: 8,
    blank: "1",
    brushes: [
      ...["1", "2", "3", "4", "5"].map((letter) => ({ letter, word: letter })),
      { letter: "c", art: "a-cow", word: "cow" },
      { letter: "o", art: "f-trough", word: "small" },
      { letter: "O", art: "f-trough", word: "large" },
    ],
    starts: Array.from({ length: 20 }, (_, index) => String(index + 1)),
  },
};

export const joined = (rows: Rows): string => rows.join("/");

/** Parse typed rows: one per line, blanks ignored. */
export function typed(text: string): Rows {
  return text.split(/[\n/]/).map((row) => row.replace(/\s/g, "")).filter((row) => row !== "");
}

export function letterAt(rows: Rows, { row, column }: Place): string {
  return rows[row]?.[column] ?? "";
}

/** Return the rows with another letter at one place. */
export function painted(rows: Rows, { row, column }: Place, letter: string): Rows {
  return rows.map((line, number) => (number === row ? line.slice(0, column) + letter + line.slice(column + 1) : line));
}

/** Return the drawing in another size: cut off at the end, or filled with blanks. */
export function resized(rows: Rows, width: number, height: number, blank: string): Rows {
  return Array.from({ length: height }, (_, row) => (rows[row] ?? "").slice(0, width).padEnd(width, blank));
}

/** Names of touching squares with the same letter; letters in `alone` form no groups. */
export function groups(rows: Rows, alone: string): { letter: string; squares: string[] }[] {
  const left = new Set(rows.flatMap((line, row) => [...line].map((_, column) => nameOf({ row, column }))));
  const found: { letter: string; squares: string[] }[] = [];
  for (const first of left) {
    left.delete(first);
    const letter = letterAt(rows, placeOf(first));
    if (alone.includes(letter)) continue;
    const squares = [first];
    for (const square of squares) {
      for (const near of around(placeOf(square))) {
        if (!left.has(nameOf(near)) || letterAt(rows, near) !== letter) continue;
        left.delete(nameOf(near));
        squares.push(nameOf(near));
      }
    }
    found.push({ letter, squares });
  }
  return found;
}

export function around({ row, column }: Place): Place[] {
  return [[-1, 0], [0, -1], [0, 1], [1, 0]]
    .map(([down, right]) => ({ row: row + (down as number), column: column + (right as number) }))
    .filter((place) => place.row >= 0 && place.column >= 0);
}

/** Return a random pantry: bars of two to four squares in reading order, none touching an item of the same letter. */
export function pantryByLot(width: number, height: number, lot: (many: number) => number): Rows {
  let rows: Rows = resized([], width, height, ".");
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      if (letterAt(rows, { row, column }) === ".") rows = withBar(rows, { row, column }, lot);
    }
  }
  return rows;
}

function withBar(rows: Rows, first: Place, lot: (many: number) => number): Rows {
  const long = 2 + lot(3);
  const ways = [bar(rows, first, long, 0, 1), bar(rows, first, long, 1, 0)].sort((one, other) => other.length - one.length);
  const squares = (ways[1]?.length ?? 0) > 1 ? (ways[lot(2)] as Place[]) : (ways[0] as Place[]);
  const beside = new Set(squares.flatMap(around).map((place) => letterAt(rows, place)));
  const foods = [..."bfuha"].filter((letter) => !beside.has(letter) && !beside.has(letter.toUpperCase()));
  const others = [..."bfuhaBFUHA"].filter((letter) => !beside.has(letter));
  const letter = (foods.length > 0 ? foods[lot(foods.length)] : others[lot(others.length)]) ?? ".";
  return squares.reduce((drawn, place) => painted(drawn, place, letter), rows);
}

/** Number of free squares in a line, up to a maximum. */
function bar(rows: Rows, { row, column }: Place, long: number, down: number, right: number): Place[] {
  const squares: Place[] = [];
  for (let step = 0; step < long; step += 1) {
    const place = { row: row + step * down, column: column + step * right };
    if (letterAt(rows, place) !== ".") break;
    squares.push(place);
  }
  return squares;
}
