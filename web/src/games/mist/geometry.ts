/** Geometry of the board in pixels: places along an ellipse, and the queues inside it. */

export interface Point {
  x: number;
  y: number;
}

export interface Ring {
  width: number;
  height: number;
  /** Half axes of the ellipse through the card centres. */
  rx: number;
  ry: number;
  /** Width of the sand from that line, outwards and inwards. */
  band: { x: number; y: number };
  card: { width: number; height: number };
  figure: number;
  places: Point[];
}

const TALL = 1.29; // height of a path card relative to its width
const LARGEST = 84;
const SMALLEST = 32;
const APART = 5;
const RIM = 4; // meadow around the sand
const ROOM = 0.48; // share of the way to the centre for a queue
const ROUND = 1.5; // maximum ratio of length to width: a ring, not a lane
const LOW = 330; // maximum height of a low board, which needs all of its room

/** Points at equal distances along an ellipse around (0, 0), the first on top, clockwise. */
export function evenly(rx: number, ry: number, count: number): Point[] {
  const SAMPLES = 1440;
  const at = (i: number): Point => {
    const turn = (i / SAMPLES) * 2 * Math.PI;
    return { x: rx * Math.sin(turn), y: -ry * Math.cos(turn) };
  };
  const lengths = [0];
  for (let i = 1; i <= SAMPLES; i++) {
    const [a, b] = [at(i - 1), at(i)];
    lengths.push((lengths[i - 1] as number) + Math.hypot(b.x - a.x, b.y - a.y));
  }
  const whole = lengths[SAMPLES] as number;
  const points: Point[] = [];
  for (let place = 0, i = 0; place < count; place++) {
    while ((lengths[i] as number) < (place / count) * whole) i++;
    points.push(at(i));
  }
  return points;
}

/** Return whether cards of this size on these points do not overlap. */
export function apart(points: readonly Point[], width: number, height: number): boolean {
  return points.every((one, i) =>
    points.slice(i + 1).every((other) => Math.abs(one.x - other.x) >= width + APART || Math.abs(one.y - other.y) >= height + APART),
  );
}

/** The path on a board of this size, with the largest cards that fit. */
export function ring(width: number, height: number, count: number): Ring {
  const most = Math.min(LARGEST, 0.15 * Math.min(width, height * 1.25));
  for (let card = most; ; card -= 1) {
    const tall = card * TALL;
    const margin = Math.max(10, card * 0.22);
    const [wide, high] = [Math.max(card, width / 2 - card / 2 - margin), Math.max(card, height / 2 - tall / 2 - margin)];
    const round = height < LOW ? Infinity : ROUND;
    const [rx, ry] = [Math.min(wide, high * round), Math.min(high, wide * round)];
    const points = evenly(rx, ry, count);
    if (card > SMALLEST && !apart(points, card, tall)) continue;
    return {
      width,
      height,
      rx,
      ry,
      band: { x: card / 2 + margin - RIM, y: tall / 2 + margin - RIM },
      card: { width: card, height: tall },
      figure: Math.min(46, Math.max(30, card * 0.58)),
      places: points.map(({ x, y }) => ({ x: x + width / 2, y: y + height / 2 })),
    };
  }
}

/** Position of a figure in a queue: the first one at the card, the others behind it, inwards. */
export function queueSpot({ width, height, card, figure, places }: Ring, place: number, rank: number, length: number): Point {
  const at = places[place] ?? { x: width / 2, y: 0 };
  const [dx, dy] = [width / 2 - at.x, height / 2 - at.y];
  const way = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / way, dy / way];
  const edge = Math.min(card.width / 2 / (Math.abs(ux) || 1e-9), card.height / 2 / (Math.abs(uy) || 1e-9));
  const first = edge + figure * 0.4;
  // A long queue closes up and leaves the centre to the dice.
  const step = Math.min(figure * 0.88, Math.max(figure * 0.38, (way * ROOM - first) / Math.max(1, length - 1)));
  const far = first + rank * step;
  return { x: at.x + ux * far, y: at.y + uy * far };
}

/** Places from one to another, clockwise; gaps are skipped. */
export function route(path: readonly { card: number | null }[], from: number, to: number): number[] {
  const steps: number[] = [];
  for (let at = (from + 1) % path.length; ; at = (at + 1) % path.length) {
    if (at === to || path[at]?.card !== null) steps.push(at);
    if (at === to || at === from) return steps;
  }
}
