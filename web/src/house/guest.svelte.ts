/** Who we are to the service. A stranger is given a name at once, and may change it at any time. */

import { asking, Refusal } from "./asking";

const NAMES = ["Mia", "Tom", "Lotte", "Ben", "Frieda", "Emil", "Ida", "Oskar", "Nele", "Paul", "Rosa", "Anton"];

/** Whether this browser has been introduced: its cookie itself is not for scripts to see. */
const KEPT = "paddock.known";

let name = $state("");
let ready: Promise<void> | null = null;

export const guest = {
  get name(): string {
    return name;
  },
  /** Sure to be somebody when this is done; asked once. */
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
  if (localStorage.getItem(KEPT)) {
    try {
      name = (await asking.me()).name;
      return;
    } catch (flaw) {
      if (!(flaw instanceof Refusal) || flaw.problem.code !== "stranger") throw flaw;
    }
  }
  name = (await asking.introduce(NAMES[Math.floor(Math.random() * NAMES.length)] ?? "Mia")).name;
  localStorage.setItem(KEPT, "yes");
}
