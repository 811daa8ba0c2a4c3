/** The guest of this browser. The service gives a new guest a name, and the guest may change it. */

import { arrival } from "@/arrival";
import { asking, Refusal } from "./asking";

const NAMES = ["Mia", "Tom", "Lotte", "Ben", "Frieda", "Emil", "Ida", "Oskar", "Nele", "Paul", "Rosa", "Anton"];

/** Whether this browser already has a guest; scripts cannot read the cookie itself. */
const KEPT = "paddock.known";

let name = $state("");
let ready: Promise<void> | null = null;

export const guest = {
  get name(): string {
    return name;
  },
  /** Resolve when the guest is known; the request is sent once. */
  known(): Promise<void> {
    ready ??= introduce().catch((flaw) => {
      ready = null;
      throw flaw;
    });
    return ready;
  },
  async rename(chosen: string): Promise<void> {
    name = (await asking.introduce(chosen)).name;
  },
  async resume(key: string): Promise<void> {
    name = (await asking.resume(key)).name;
    localStorage.setItem(KEPT, "yes");
    ready = Promise.resolve();
  },
};

async function introduce(): Promise<void> {
  name = await nameHere();
  localStorage.setItem(KEPT, "yes");
}

/** The guest of the cookie, or a new one. */
async function nameHere(): Promise<string> {
  const { me } = arrival();
  if (me) return me.name;
  if (me === undefined && localStorage.getItem(KEPT)) {
    try {
      return (await asking.me()).name;
    } catch (flaw) {
      if (!(flaw instanceof Refusal) || flaw.problem.code !== "stranger") throw flaw;
    }
  }
  return (await asking.introduce(NAMES[Math.floor(Math.random() * NAMES.length)] ?? "Mia")).name;
}
