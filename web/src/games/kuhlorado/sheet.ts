/** Geometry of the sheet: names of squares, steps with the arrow keys, troughs and the arc of a jump. */

import type { Prize, View } from "./view";

export interface Place {
  row: number;
  column: number;
}

const LETTER_A = "a".charCodeAt(0);

/** `placeOf("c4")` is row 3, column 2, counted from 0. */
export function placeOf(square: string): Place {
  return { row: Number(square.slice(1)) - 1, column: square.charCodeAt(0) - LETTER_A };
}

export function squareAt({ row, column }: Place): string {
  return `${columnLetter(column)}${row + 1}`;
}

export function columnLetter(column: number): string {
  return String.fromCharCode(LETTER_A + column);
}

export interface Size {
  width: number;
  height: number;
}

export function sizeOf(view: View): Size {
  return { width: view.rows[0]?.length ?? 0, height: view.rows.length };
}

/** Target square of a key: arrows one step, Home and End along the row; null for other keys. */
export function walk(square: string, key: string, { width, height }: Size): string | null {
  const { row, column } = placeOf(square);
  const to: Record<string, Place> = {
    ArrowUp: { row: Math.max(0, row - 1), column },
    ArrowDown: { row: Math.min(height - 1, row + 1), column },
    ArrowLeft: { row, column: Math.max(0, column - 1) },
    ArrowRight: { row, column: Math.min(width - 1, column + 1) },
    Home: { row, column: 0 },
    End: { row, column: width - 1 },
  };
  const place = to[key];
  return place ? squareAt(place) : null;
}

export function onBorder(square: string, { width, height }: Size): boolean {
  const { row, column } = placeOf(square);
  return row === 0 || column === 0 || row === height - 1 || column === width - 1;
}

export type Across = "left" | "middle" | "right";
export type Down = "top" | "middle" | "bottom";

/** The part of the sheet, of nine, with a trough. */
export function partOf(cells: readonly string[], { width, height }: Size): { down: Down; across: Across } {
  const places = cells.map(placeOf);
  const middle = (side: (place: Place) => number): number => places.reduce((sum, one) => sum + side(one) + 0.5, 0) / places.length;
  const third = (at: number, many: number): 0 | 1 | 2 => (at * 3 < many ? 0 : at * 3 > 2 * many ? 2 : 1);
  return {
    down: (["top", "middle", "bottom"] as const)[third(middle((place) => place.row), height)],
    across: (["left", "middle", "right"] as const)[third(middle((place) => place.column), width)],
  };
}

/** A trough to draw: its first cell, and its cells across and down. */
export interface TroughDrawn extends Place {
  across: number;
  down: number;
}

export function troughsOf(view: View): TroughDrawn[] {
  return view.prizes.filter((prize) => prize.cells.length > 0).map(troughDrawn);
}

function troughDrawn(prize: Prize): TroughDrawn {
  const places = prize.cells.map(placeOf);
  const rows = places.map((one) => one.row);
  const columns = places.map((one) => one.column);
  const row = Math.min(...rows);
  const column = Math.min(...columns);
  return { row, column, across: Math.max(...columns) - column + 1, down: Math.max(...rows) - row + 1 };
}

/** Units of a square's side in the overlay drawings. */
export const UNIT = 100;

/**
 * Arc of a jump between two squares, and its arrow head, as paths in units of the sheet.
 *
 * It bends towards the middle of the sheet, so that it stays on the paper.
 */
export function jump(from: string, to: string, { width, height }: Size): { arc: string; head: string } {
  const start = centre(from);
  const end = centre(to);
  const long = Math.hypot(end.x - start.x, end.y - start.y) || 1;
  const along = { x: (end.x - start.x) / long, y: (end.y - start.y) / long };
  const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
  const inward = (width * UNIT / 2 - middle.x) * -along.y + (height * UNIT / 2 - middle.y) * along.x;
  const side = inward >= 0 ? { x: -along.y, y: along.x } : { x: along.y, y: -along.x };
  const point = (base: Point, aside: number, on: number): Point => ({
    x: base.x + side.x * aside + along.x * on,
    y: base.y + side.y * aside + along.y * on,
  });
  const a = point(start, 40, 10);
  const b = point(start, 82, 64);
  const c = point(end, 82, -64);
  const d = point(end, 40, -14);
  const back = { x: (c.x - d.x) / Math.hypot(c.x - d.x, c.y - d.y), y: (c.y - d.y) / Math.hypot(c.x - d.x, c.y - d.y) };
  const barb = (turn: number): Point => ({
    x: d.x + 30 * (back.x * Math.cos(turn) - back.y * Math.sin(turn)),
    y: d.y + 30 * (back.x * Math.sin(turn) + back.y * Math.cos(turn)),
  });
  return {
    arc: `M${spot(a)}C${spot(b)} ${spot(c)} ${spot(d)}`,
    head: `M${spot(barb(0.62))}L${spot(d)}L${spot(barb(-0.62))}`,
  };
}

interface Point {
  x: number;
  y: number;
}

function centre(square: string): Point {
  const { row, column } = placeOf(square);
  return { x: (column + 0.5) * UNIT, y: (row + 0.5) * UNIT };
}

function spot({ x, y }: Point): string {
  return `${Math.round(x)} ${Math.round(y)}`;
}
