/** Routing: the path of the address, without reloading the page. */

let path = $state(location.pathname);
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
    history[replace ? "replaceState" : "pushState"](null, "", address);
    arrive();
    scrollTo(0, 0);
  },
  begin(): void {
    addEventListener("popstate", arrive);
    document.addEventListener("click", follow);
  },
};

function arrive(): void {
  path = location.pathname;
  query = location.search;
}

/** Open links of this site without loading the document. */
function follow(click: MouseEvent): void {
  if (click.defaultPrevented || click.button !== 0 || click.metaKey || click.ctrlKey || click.shiftKey) return;
  const link = (click.target as Element).closest<HTMLAnchorElement>("a[href]");
  if (!link || link.target || link.download || link.origin !== location.origin) return;
  if (link.pathname.startsWith("/api") || link.pathname.endsWith(".py")) return;
  click.preventDefault();
  way.to(link.pathname + link.search);
}
