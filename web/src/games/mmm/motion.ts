/** Animations of an update: dice fly to squares, chips flip, food flies home, dice come off, the cat moves, dice tumble. */

import { lively } from "@/house/theme.svelte";
import type { Story } from "./reading";

const MOVE = 240;
const FLIP = 320;
const STEP = 240;
const TUMBLE = 700;
const FLIGHT = 620;
const EASE = "cubic-bezier(.2,.8,.2,1)";
const DROP = "cubic-bezier(.3,1.4,.5,1)";

/** Positions of the pieces before an update. */
export interface Lay {
  /** Face -> position of a waiting die. */
  waiting: Map<string, DOMRect>;
  /** Square -> the die on it. */
  dice: Map<string, { piece: HTMLElement; at: DOMRect }>;
}

const piece = (root: HTMLElement, square: string, what: string): HTMLElement | null =>
  root.querySelector(`[data-square="${square}"] ${what}`);

export function layOf(root: HTMLElement): Lay {
  const waiting = new Map<string, DOMRect>();
  for (const die of root.querySelectorAll<HTMLElement>("[data-die]")) waiting.set(die.dataset["die"] ?? "", die.getBoundingClientRect());
  const dice = new Map<string, { piece: HTMLElement; at: DOMRect }>();
  for (const die of root.querySelectorAll<HTMLElement>("[data-on]")) {
    const square = die.closest<HTMLElement>("[data-square]")?.dataset["square"];
    if (square) dice.set(square, { piece: die.cloneNode(true) as HTMLElement, at: die.getBoundingClientRect() });
  }
  return { waiting, dice };
}

/** All running animations; a tap finishes them. */
export class Motion {
  #running = new Set<Animation>();

  finish(): void {
    for (const one of this.#running) one.finish();
  }

  /** Animate from the earlier positions to the current ones; `landed` was dropped by hand and needs no flight. */
  enact(root: HTMLElement, before: Lay, story: Story, landed: string | null): void {
    this.finish();
    if (!lively()) return;
    let at = 0;
    if (story.placed !== null) at = this.#fly(root, before, story.placed, landed);
    if (story.gathered.length > 0) at = this.#gather(root, story.gathered, at);
    if (story.cameOff.length > 0) at = this.#comeOff(before, story.cameOff, at);
    this.#sneak(root, story.cat, at);
    if (story.rolled) this.#tumble(root, at);
  }

  #run(element: Element, frames: Keyframe[], timing: KeyframeAnimationOptions, after: () => void = () => {}): void {
    const running = element.animate(frames, { fill: "backwards", easing: EASE, ...timing });
    this.#running.add(running);
    running.onfinish = running.oncancel = () => {
      this.#running.delete(running);
      after();
    };
  }

  #fly(root: HTMLElement, before: Lay, square: string, landed: string | null): number {
    const here = piece(root, square, "[data-on]") ?? piece(root, square, "[data-chip]");
    const food = piece(root, square, "[data-food]")?.dataset["food"] ?? "";
    const from = before.waiting.get(food);
    if (!here || landed === square || !from) return 0;
    const to = here.getBoundingClientRect();
    const [x, y] = [from.x + from.width / 2 - to.x - to.width / 2, from.y + from.height / 2 - to.y - to.height / 2];
    this.#run(here, [{ transform: `translate(${x}px, ${y}px) rotate(-12deg)` }, { transform: "none" }], { duration: MOVE });
    return MOVE;
  }

  #gather(root: HTMLElement, squares: string[], at: number): number {
    squares.forEach((square, number) => {
      const delay = at + number * 90;
      const chip = piece(root, square, "[data-chip]");
      const food = piece(root, square, "[data-food]");
      if (chip) this.#run(chip, [{ transform: "rotateY(90deg) scale(.7)" }, { transform: "rotateY(0) scale(1.12)", offset: 0.7 }, { transform: "none" }], { duration: FLIP, delay, easing: DROP });
      if (food) this.#bringHome(root, food, delay);
    });
    return at + FLIP + (squares.length - 1) * 90;
  }

  /** The food flies in an arc to its counter. */
  #bringHome(root: HTMLElement, food: HTMLElement, delay: number): void {
    const counts = [...root.querySelectorAll<HTMLElement>(`[data-tally="${food.dataset["food"]}"]`)];
    const count = counts.find((one) => one.offsetParent !== null);
    if (!count) return;
    const from = food.getBoundingClientRect();
    const to = (count.querySelector("svg") ?? count).getBoundingClientRect();
    const flying = this.#overlay(food.cloneNode(true) as HTMLElement, from);
    const [x, y] = [to.x - from.x, to.y - from.y];
    const size = to.width / from.width;
    this.#run(
      flying,
      [
        { transform: "none", opacity: 1 },
        { transform: `translate(${x * 0.45}px, ${y * 0.45 - 70}px) scale(1.15)`, opacity: 1, offset: 0.45 },
        { transform: `translate(${x}px, ${y}px) scale(${size})`, transformOrigin: "0 0", opacity: 0.6 },
      ],
      { duration: FLIGHT, delay },
      () => flying.remove(),
    );
    this.#run(count, [{ transform: "none" }, { transform: "scale(1.1)" }, { transform: "none" }], { duration: FLIP, delay: delay + FLIGHT });
  }

  /** A failed roll: the dice on the board shake, fall and vanish. */
  #comeOff(before: Lay, squares: string[], at: number): number {
    for (const square of squares) {
      const lay = before.dice.get(square);
      if (!lay) continue;
      const falling = this.#overlay(lay.piece, lay.at);
      this.#run(
        falling,
        [
          { transform: "none", opacity: 1 },
          { transform: "rotate(9deg)", offset: 0.12 },
          { transform: "rotate(-9deg)", offset: 0.24 },
          { transform: "rotate(7deg)", offset: 0.36 },
          { transform: "translateY(140px) rotate(-60deg)", opacity: 0 },
        ],
        { duration: TUMBLE, delay: at, easing: "ease-in" },
        () => falling.remove(),
      );
    }
    return at + FLIP;
  }

  #sneak(root: HTMLElement, { from, to }: Story["cat"], at: number): void {
    const cat = root.querySelector<HTMLElement>("[data-cat]");
    const start = root.querySelector<HTMLElement>(`[data-step="${from}"]`)?.getBoundingClientRect();
    const end = root.querySelector<HTMLElement>(`[data-step="${to}"]`)?.getBoundingClientRect();
    if (!cat || !start || !end || to <= from) return;
    const [x, y] = [start.x - end.x, start.y - end.y];
    this.#run(
      cat,
      [
        { transform: `translate(${x}px, ${y}px)` },
        { transform: `translate(${x}px, ${y + 4}px) scale(1.12, .82)`, offset: 0.3 },
        { transform: `translate(${x / 2}px, ${y / 2 - 8}px) scale(.94, 1.08)`, offset: 0.65 },
        { transform: "none" },
      ],
      { duration: STEP * 2 * (to - from), delay: at },
    );
    for (let step = from; step < to; step += 1) {
      const print = root.querySelector(`[data-step="${step}"] svg`);
      if (print) this.#run(print, [{ transform: "scale(0)" }, { transform: "scale(1.5)", offset: 0.6 }, { transform: "none" }], { duration: FLIP, delay: at + STEP * (step - from + 1) });
    }
  }

  #tumble(root: HTMLElement, at: number): void {
    root.querySelectorAll<HTMLElement>("[data-die] .die").forEach((die, number) => {
      this.#run(
        die,
        [
          { transform: `translate(${-70 - number * 12}px, -90px) rotate(-320deg) scale(.8)`, opacity: 0 },
          { transform: "translate(8px, 0) rotate(24deg)", opacity: 1, offset: 0.7 },
          { transform: "none", opacity: 1 },
        ],
        { duration: TUMBLE, delay: at + number * 70, easing: "cubic-bezier(.3,1.2,.5,1)" },
      );
    });
  }

  /** A copy of a piece above everything else, at its old position. */
  #overlay(flying: HTMLElement, at: DOMRect): HTMLElement {
    Object.assign(flying.style, {
      position: "fixed", left: `${at.x}px`, top: `${at.y}px`, width: `${at.width}px`, height: `${at.height}px`,
      margin: "0", zIndex: "40", pointerEvents: "none", opacity: "1",
    });
    flying.style.setProperty("--die", `${at.width}px`);
    flying.setAttribute("aria-hidden", "true");
    document.body.append(flying);
    return flying;
  }
}
