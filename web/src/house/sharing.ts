/** Share a link. Browsers close the clipboard on plain http addresses, so copying has a fallback. */

export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    // Only the content of an open dialog can be selected.
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

/** Return whether the link was shared. A cancelled share dialog is not an error. */
export async function share(title: string, url: string): Promise<boolean> {
  try {
    await navigator.share({ title, url });
    return true;
  } catch {
    return false;
  }
}
