/** Path -> screen. A screen is loaded when the guest opens its path. */

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each screen has props of its own
type Load = () => Promise<{ default: any }>;

const SCREENS: [RegExp, Load][] = [
  [/^\/$/, () => import("@/house/Home.svelte")],
  [/^\/new$/, () => import("@/house/Laying.svelte")],
  [/^\/table\/(?<table>[\w-]+)$/, () => import("@/table/Table.svelte")],
  [/^\/watch\/(?<watch>[\w-]+)$/, () => import("@/table/Table.svelte")],
  [/^\/replay\/(?<key>[\w-]+)$/, () => import("@/table/Replay.svelte")],
  [/^\/learn\/(?<game>\w+)$/, () => import("@/house/Lesson.svelte")],
  [/^\/draw\/(?<game>\w+)$/, () => import("@/house/Drawing.svelte")],
  [/^\/resume\/(?<key>[\w-]+)$/, () => import("@/house/Resume.svelte")],
  [/^\/(?<code>[A-Za-z0-9]{6})$/, () => import("@/house/Code.svelte")],
  [/^\/lab$/, () => import("@/lab/Lab.svelte")],
];

export interface Screen {
  /** The module; loading starts with the lookup. */
  found: ReturnType<Load>;
  props: Record<string, string>;
}

export function screenAt(path: string): Screen | null {
  for (const [pattern, load] of SCREENS) {
    const found = pattern.exec(path);
    if (found) return { found: load(), props: { ...found.groups } };
  }
  return null;
}
