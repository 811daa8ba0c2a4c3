/** Routing: the path of the address, without reloading the page. */

import { withBase, withoutBase } from "@/base";

let path = $state(withoutBase(location.pathname));
let query = $state(location.search);

export const way = {
  get path(): string {
    return path;
  },
  get query(): URLSearchParams {
    return new URLSearchParams(query);
  },
  /** Open a path; `replace` adds no entry to the history. */
  to(address: string, { replace = false } = {}): void {
    history[replace ? "replaceState" : "pushState"](null, "", withBase(address));
    arrive();
    scrollTo(0, 0);
  },
  begin(): void {
    addEventListener("popstate", arrive);
    document.addEventListener("click", follow);
  },
};

function arrive(): void {
  path = withoutBase(location.pathname);
  query = location.search;
}

/** Open links of this site without loading the document. */
function follow(click: MouseEvent): void {
  if (click.defaultPrevented || click.button !== 0 || click.metaKey || click.ctrlKey || click.shiftKey) return;
  const link = (click.target as Element).closest<HTMLAnchorElement>("a[href]");
  if (!link || link.target || link.download || link.origin !== location.origin) return;
  const target = withoutBase(link.pathname);
  if (withBase(target) !== link.pathname) return; // another site of the same host
  if (target.startsWith("/api") || target.endsWith(".py")) return;
  click.preventDefault();
  way.to(target + link.search);
}
