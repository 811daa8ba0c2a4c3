/** Positions of squares, and outlines of trays of any shape, in hundredths of a square. */

export const UNIT = 100;
const COLUMNS = "abcdefghijklmnopqrstuvwxyz";

export interface Place {
  row: number;
  column: number;
}

/** `c4` is the third square of the fourth row: `{row: 3, column: 2}`. */
export function placeOf(name: string): Place {
  return { row: Number(name.slice(1)) - 1, column: COLUMNS.indexOf(name.charAt(0)) };
}

export function nameOf({ row, column }: Place): string {
  return `${COLUMNS[column]}${row + 1}`;
}

interface Point {
  x: number;
  y: number;
}

interface Edge {
  from: Point;
  to: Point;
}

const keyOf = ({ x, y }: Point): string => `${x},${y}`;
const plus = (one: Point, other: Point, times = 1): Point => ({ x: one.x + other.x * times, y: one.y + other.y * times });
const heading = ({ from, to }: Edge): Point => ({ x: Math.sign(to.x - from.x), y: Math.sign(to.y - from.y) });
/** Unit vector to the right of a direction; y grows downwards. */
const rightOf = ({ x, y }: Point): Point => ({ x: y === 0 ? 0 : -y, y: x });
const isRightTurn = (before: Point, after: Point): boolean => {
  const right = rightOf(before);
  return right.x === after.x && right.y === after.y;
};

/** Outer edges of the squares, each directed with the inside on the right. */
function border(squares: readonly string[]): Edge[] {
  const own = new Set(squares);
  return squares.flatMap((name) => {
    const { row, column } = placeOf(name);
    const has = (rows: number, columns: number): boolean => own.has(nameOf({ row: row + rows, column: column + columns }));
    const [left, top, right, bottom] = [column, row, column + 1, row + 1];
    const edges: Edge[] = [];
    if (!has(-1, 0)) edges.push({ from: { x: left, y: top }, to: { x: right, y: top } });
    if (!has(0, 1)) edges.push({ from: { x: right, y: top }, to: { x: right, y: bottom } });
    if (!has(1, 0)) edges.push({ from: { x: right, y: bottom }, to: { x: left, y: bottom } });
    if (!has(0, -1)) edges.push({ from: { x: left, y: bottom }, to: { x: left, y: top } });
    return edges;
  });
}

/** The border as closed loops: one outside, and one per hole. */
function walks(squares: readonly string[]): Edge[][] {
  const open = new Map<string, Edge[]>();
  for (const edge of border(squares)) open.set(keyOf(edge.from), [...(open.get(keyOf(edge.from)) ?? []), edge]);
  const found: Edge[][] = [];
  for (let first = pop(open); first; first = pop(open)) {
    const walk = [first];
    for (let last = first; keyOf(last.to) !== keyOf(first.from); ) {
      last = pop(open, last) as Edge;
      walk.push(last);
    }
    found.push(walk);
  }
  return found;
}

/** Remove and return the edge that continues after `last`; at a crossing the edge of the same square. */
function pop(open: Map<string, Edge[]>, last?: Edge): Edge | undefined {
  const key = last ? keyOf(last.to) : (open.keys().next().value as string | undefined);
  const edges = key === undefined ? undefined : open.get(key);
  if (key === undefined || !edges) return undefined;
  const turning = last ? edges.findIndex((edge) => isRightTurn(heading(last), heading(edge))) : 0;
  const [edge] = edges.splice(Math.max(0, turning), 1);
  if (edges.length === 0) open.delete(key);
  return edge;
}

const written = ({ x, y }: Point): string => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;

/** SVG path around squares of any shape, `inset` from their sides, with round corners; holes are separate loops. */
export function outline(squares: readonly string[], inset: number, radius: number): string {
  return walks(squares).map((walk) => rounded(walk, inset, radius)).join("");
}

function rounded(walk: Edge[], inset: number, radius: number): string {
  const steps: string[] = [];
  walk.forEach((edge, number) => {
    const into = heading(walk[(number + walk.length - 1) % walk.length] as Edge);
    const out = heading(edge);
    if (into.x === out.x && into.y === out.y) return;
    const convex = isRightTurn(into, out);
    const inward = plus(rightOf(into), rightOf(out));
    const corner = plus({ x: edge.from.x * UNIT, y: edge.from.y * UNIT }, inward, inset);
    // An inner corner is half as round, so that trays keep their width.
    const bend = convex ? radius : radius / 2;
    const start = written(plus(corner, into, -bend));
    steps.push(`${steps.length === 0 ? "M" : "L"}${start}A${bend} ${bend} 0 0 ${convex ? 1 : 0} ${written(plus(corner, out, bend))}`);
  });
  return `${steps.join("")}Z`;
}

export interface Seam {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

/** Lines between squares of one item, `gap` short of both ends. */
export function seams(squares: readonly string[], gap: number): Seam[] {
  const own = new Set(squares);
  return squares.flatMap((name) => {
    const { row, column } = placeOf(name);
    const [x, y] = [(column + 1) * UNIT, (row + 1) * UNIT];
    const found: Seam[] = [];
    if (own.has(nameOf({ row, column: column + 1 }))) found.push({ x1: x, y1: y - UNIT + gap, x2: x, y2: y - gap });
    if (own.has(nameOf({ row: row + 1, column }))) found.push({ x1: x - UNIT + gap, y1: y, x2: x - gap, y2: y });
    return found;
  });
}
