/** Handing a link to somebody. On a plain http address of the home network browsers keep their clipboard closed, so there is a second way. */

export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    // Inside an open sheet only the sheet's own content can be selected.
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

export function canShare(): boolean {
  return typeof navigator.share === "function";
}

/** Whether it was handed on; who changes their mind is not told of a failure. */
export async function share(title: string, url: string): Promise<boolean> {
  try {
    await navigator.share({ title, url });
    return true;
  } catch {
    return false;
  }
}

/** Whether our address means this very machine, whoever opens it: a phone would look for the house in itself. */
export function isOnlyHere(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || /^127\.|^\[?::1\]?$/.test(host);
}

/** An address of this house as others reach it: by the name under which we reached it. */
export function addressOf(path: string): string {
  return new URL(path, location.origin).href;
}
