/** Light or dark theme: the device's, or the guest's choice. */

export type Theme = "light" | "dark";
const KEPT = "paddock.theme";
const dark = matchMedia("(prefers-color-scheme: dark)");

let current = $state<Theme>("light");

function show(theme: Theme): void {
  current = theme;
  document.documentElement.dataset.theme = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", theme === "dark" ? "#2C2420" : "#FFFAEE");
}

export const theme = {
  get current(): Theme {
    return current;
  },
  set current(chosen: Theme) {
    localStorage.setItem(KEPT, chosen);
    show(chosen);
  },
  begin(): void {
    const kept = localStorage.getItem(KEPT);
    show(kept === "dark" || kept === "light" ? kept : dark.matches ? "dark" : "light");
    dark.addEventListener("change", () => {
      if (!localStorage.getItem(KEPT)) show(dark.matches ? "dark" : "light");
    });
  },
};

/** Return whether animations are allowed. */
export function lively(): boolean {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
