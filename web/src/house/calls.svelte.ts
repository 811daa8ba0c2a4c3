/** It is my turn somewhere else: asked for now and then on every screen, and only by what is new. */

import type { MyTable } from "@/wire";
import { asking } from "./asking";
import { brought, calling } from "./calls";
import { guest } from "./guest.svelte";
import { way } from "./way.svelte";

/** Milliseconds between two questions; the first waits until the screen is there. */
const EVERY = 20_000;
const FIRST = 4000;
/** Seconds back that are asked for at first: who has let people wait for longer knows it. */
const RECENT = 2 * 24 * 3600;

let known = $state.raw<MyTable[]>([]);
/** Calls that were put away, each until its table changes. */
let put = $state.raw<ReadonlySet<string>>(new Set());
const nameOf = ({ table, touched }: MyTable): string => `${table} ${touched}`;

export const calls = {
  /** Tables that wait for me, other than the one that is open here. */
  get waiting(): MyTable[] {
    return calling(known, /^\/table\/([\w-]+)/.exec(way.path)?.[1] ?? null);
  },
  /** Those that were not put away. */
  get shown(): MyTable[] {
    return calls.waiting.filter((one) => !put.has(nameOf(one)));
  },
  putAway(one: MyTable): void {
    put = new Set([...put, nameOf(one)]);
  },
  /** Ask from now on, until the answer is called. */
  begin(): () => void {
    let timer = setTimeout(look, FIRST);
    let ended = false;
    async function look(): Promise<void> {
      try {
        await guest.known();
        const newest = Math.max(0, ...known.map(({ touched }) => touched));
        known = brought(known, await asking.tables(newest || Date.now() / 1000 - RECENT));
      } catch {
        // The next time, then.
      }
      if (!ended) timer = setTimeout(look, EVERY);
    }
    return () => ((ended = true), clearTimeout(timer));
  },
};
