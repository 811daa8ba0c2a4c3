/** The address at which other devices reach the service. On a machine that serves only itself there is none. */

import { withBase, withoutBase } from "@/base";
import type { NetworkResponse } from "@/wire";
import { asking } from "./asking";

let state = $state<NetworkResponse | null>(null);

export const network = {
  /** Whether a phone can open the links of this page. */
  get reachable(): boolean {
    return !isOnlyHere(location.hostname) || state?.address != null;
  },
  /** Whether this guest may open and close the service to the local network. */
  get mayChange(): boolean {
    return state?.may_change ?? false;
  },
  /** Whether the service was opened to the local network. */
  get open(): boolean {
    return state?.open ?? false;
  },
  /** Ask the service. A page with a public address knows the answer. */
  async look(): Promise<void> {
    if (isOnlyHere(location.hostname)) state = await asking.network().catch(() => null);
  },
  async change(table: string, open: boolean): Promise<void> {
    state = await asking.changeNetwork({ table, open });
  },
};

/** Return whether the host means this machine only. Another device cannot open such an address. */
export function isOnlyHere(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || /^127\.|^\[?::1\]?$/.test(host);
}

/** Full address of a path of the page, for other devices. */
export function addressOf(path: string): string {
  return (state?.address ?? location.origin + withBase("")) + path;
}

/** Path of the page in a link from the service. */
export function pathOf(link: string): string {
  return withoutBase(new URL(link).pathname);
}
