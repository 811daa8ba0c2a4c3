import { describe, expect, it } from "vitest";
import { apart, evenly, queueSpot, ring, route } from "./geometry";

const BOARDS: [number, number][] = [[944, 650], [390, 500], [360, 390], [560, 420]];

describe("the ring", () => {
  it("lays the first place on top and goes clockwise", () => {
    const [top, right, bottom, left] = evenly(100, 50, 4);
    expect(top?.y).toBeCloseTo(-50);
    expect(right?.x).toBeCloseTo(100);
    expect(bottom?.y).toBeCloseTo(50);
    expect(left?.x).toBeCloseTo(-100);
  });

  it("spaces places evenly along the line, not by angle", () => {
    const points = evenly(300, 100, 12);
    const gaps = points.map((one, i) => {
      const next = points[(i + 1) % 12] as { x: number; y: number };
      return Math.hypot(next.x - one.x, next.y - one.y);
    });
    expect(Math.max(...gaps) / Math.min(...gaps)).toBeLessThan(1.15);
  });

  it.each(BOARDS)("keeps every path of 7 to 18 cards apart and on a board of %i x %i", (width, height) => {
    for (let count = 7; count <= 18; count++) {
      const { card, places } = ring(width, height, count);
      expect(places).toHaveLength(count);
      if (card.width > 32) expect(apart(places, card.width, card.height)).toBe(true);
      for (const { x, y } of places) {
        expect(x - card.width / 2).toBeGreaterThan(0);
        expect(x + card.width / 2).toBeLessThan(width);
        expect(y - card.height / 2).toBeGreaterThan(0);
        expect(y + card.height / 2).toBeLessThan(height);
      }
    }
  });
});

describe("a queue", () => {
  it("stands inside the ring, each behind the one before", () => {
    const board = ring(944, 650, 11);
    for (let place = 0; place < 11; place++) {
      const far = [0, 1, 2].map((rank) => {
        const { x, y } = queueSpot(board, place, rank, 3);
        return Math.hypot(x - 472, y - 325);
      });
      expect(far[0]).toBeGreaterThan(far[1] as number);
      expect(far[1]).toBeGreaterThan(far[2] as number);
    }
  });

  it("of six never reaches the middle", () => {
    for (const [width, height] of BOARDS) {
      const board = ring(width, height, 12);
      const { x, y } = queueSpot(board, 0, 5, 6);
      expect(Math.hypot(x - width / 2, y - height / 2)).toBeGreaterThan(10);
    }
  });
});

describe("a route", () => {
  const card = { card: 2 };
  const gap = { card: null };

  it("goes on over the end of the path", () => {
    expect(route([card, card, card, card, card], 3, 1)).toEqual([4, 0, 1]);
  });

  it("does not step on gaps", () => {
    expect(route([card, gap, card, gap, card], 0, 4)).toEqual([2, 4]);
  });

  it("ends where the figure landed, though the card there is gone", () => {
    expect(route([card, card, gap, card], 0, 2)).toEqual([1, 2]);
  });
});
