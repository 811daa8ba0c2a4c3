/** Polling for the guest's turn at other tables. Every screen polls, and only for changes. */

import type { MyTableResponse } from "@/wire";
import { asking } from "./asking";
import { brought, calling } from "./calls";
import { guest } from "./guest.svelte";
import { way } from "./way.svelte";

/** Milliseconds between two requests; the first one waits until the screen is shown. */
const EVERY = 20_000;
const FIRST = 4000;
/** Seconds of history in the first request; older turns need no notice. */
const RECENT = 2 * 24 * 3600;

let known = $state.raw<MyTableResponse[]>([]);
/** Dismissed calls, each until its table changes. */
let put = $state.raw<ReadonlySet<string>>(new Set());
const nameOf = ({ table, touched }: MyTableResponse): string => `${table} ${touched}`;

export const calls = {
  /** Tables with the guest's turn, without the open one. */
  get waiting(): MyTableResponse[] {
    return calling(known, /^\/table\/([\w-]+)/.exec(way.path)?.[1] ?? null);
  },
  /** Calls that were not dismissed. */
  get shown(): MyTableResponse[] {
    return calls.waiting.filter((one) => !put.has(nameOf(one)));
  },
  putAway(one: MyTableResponse): void {
    put = new Set([...put, nameOf(one)]);
  },
  /** Start polling; the returned function stops it. */
  begin(): () => void {
    let timer = setTimeout(look, FIRST);
    let ended = false;
    async function look(): Promise<void> {
      try {
        await guest.known();
        const newest = Math.max(0, ...known.map(({ touched }) => touched));
        known = brought(known, await asking.tables(newest || Date.now() / 1000 - RECENT));
      } catch {
        // Try again at the next interval.
      }
      if (!ended) timer = setTimeout(look, EVERY);
    }
    return () => ((ended = true), clearTimeout(timer));
  },
};
