/** Flying cards: a copy of each card moves above the table from its old to its new place. */

import { lively } from "@/house/theme.svelte";
import type { Flight } from "./flights";

const MOVE = 340;
const STAGGER = 45;
/** Milliseconds from the first start to the last, so that all cards arrive within about a second. */
const LONGEST = 600;

interface Place {
  box: DOMRect;
  picture: HTMLElement | null;
}

/** Positions of all cards, measured before the table changes. */
export function places(root: HTMLElement): Map<string, Place> {
  const found = new Map<string, Place>();
  for (const one of root.querySelectorAll<HTMLElement>("[data-place]")) {
    const card = one.querySelector<HTMLElement>(".card");
    const name = one.dataset.place ?? "";
    found.set(name, { box: (name.includes("/") && card ? card : one).getBoundingClientRect(), picture: name.includes("/") ? card : null });
  }
  return found;
}

/** Animate the flights in the `sky`, an empty layer above the table. */
export function fly(flights: readonly Flight[], before: Map<string, Place>, root: HTMLElement, sky: HTMLElement): void {
  if (!lively() || flights.length === 0 || document.hidden) return;
  const now = places(root);
  const deck = middle(root.getBoundingClientRect());
  const pause = Math.min(STAGGER, LONGEST / flights.length);
  flights.forEach(({ from, to }, at) => {
    const start = from === "deck" ? deck : (before.get(from) ?? now.get(from))?.box;
    const end = now.get(to);
    const picture = end?.picture ?? before.get(from)?.picture;
    if (!start || !end || !picture || end.box.width === 0 || start.width === 0) return;
    const delay = at * pause;
    travel(picture, start, end.box, to.startsWith("seat-"), delay, sky);
    // A card is hidden until it arrives.
    end.picture?.animate([{ opacity: 0 }, { opacity: 0 }], { duration: delay + MOVE });
  });
}

function travel(card: HTMLElement, start: DOMRect, end: DOMRect, vanishes: boolean, delay: number, sky: HTMLElement): void {
  const flyer = card.cloneNode(true) as HTMLElement;
  const width = vanishes ? start.width : end.width;
  const height = vanishes ? start.height : end.height;
  flyer.style.setProperty("--cw", `${width}px`);
  flyer.style.setProperty("--ch", `${height}px`);
  const above = sky.getBoundingClientRect();
  const put = (box: DOMRect, scale: number): string =>
    `translate(${box.left + box.width / 2 - width / 2 - above.left}px, ${box.top + box.height / 2 - height / 2 - above.top}px) scale(${scale})`;
  flyer.style.position = "absolute";
  sky.append(flyer);
  const grown = start.width / width;
  const flight = flyer.animate(
    [
      { transform: put(start, vanishes ? 1 : Math.min(grown, 1.4)), opacity: 1 },
      { transform: put(end, vanishes ? 0.35 : 1), opacity: vanishes ? 0.2 : 1 },
    ],
    { duration: MOVE, delay, easing: "cubic-bezier(.2,.8,.2,1)", fill: "both" },
  );
  flight.finished.finally(() => flyer.remove()).catch(() => undefined);
}

function middle(box: DOMRect): DOMRect {
  return new DOMRect(box.left + box.width / 2 - 30, box.top + 20, 60, 76);
}
