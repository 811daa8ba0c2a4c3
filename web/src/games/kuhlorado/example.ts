/** A position for tests, drawn as text: `1`-`5`, `c`, `o`, `O`; marks of seat 1 and 2 are `x` and `q`, of cows `X` and `Q`. */

import { squareAt } from "./sheet";
import type { Area, Prize, View } from "./view";

export function square(letter: string, row: number, column: number): View["rows"][number][number] {
  const owner = "xX".includes(letter) ? 0 : "qQ".includes(letter) ? 1 : null;
  const shows = "cXQ".includes(letter) ? "cow" : "oO".includes(letter) ? "trough" : /\d/.test(letter) ? letter : "1";
  return { name: squareAt({ row, column }), shows, owner };
}

export function prize(name: string, squares: string[], marked: [number, number], points = 3, cells: string[] = []): Prize {
  return { name, cells, squares, points, marked, leader: marked[0] === marked[1] ? null : marked[0] > marked[1] ? 0 : 1 };
}

export function area(owner: number, ...squares: string[]): Area {
  return { owner, squares, points: squares.length >= 5 ? 2 : 0 };
}

export function viewOf(rows: string[], parts: Partial<View> = {}): View {
  return {
    whose: 0, over: false, active: 0,
    rows: rows.map((line, row) => [...line].map((letter, column) => square(letter, row, column))),
    dice: [], throws_left: 0, chosen: null, marks: [], may_stop: false, prizes: [], areas: [],
    area_bands: [[5, 2], [10, 5], [15, 12], [20, 20]], scores: [0, 0], interim: null,
    cows_marked: 0, cows_free: 5, numbers_free: [3, 3, 3, 3, 3], last_numbers: 5, ...parts,
  };
}
