/** The path under which a reverse proxy publishes the site, such as `/paddock`. Paths inside the page do not contain it. */

import { arrival } from "./arrival";

let found: string | undefined;

function base(): string {
  return (found ??= arrival().base ?? "");
}

/** The path of the site for a path of the page: `/new` is `/paddock/new`. */
export function withBase(path: string): string {
  return base() + path;
}

/** The path of the page for a path of the site: `/paddock/new` is `/new`. */
export function withoutBase(path: string): string {
  return base() && (path + "/").startsWith(base() + "/") ? path.slice(base().length) || "/" : path;
}
