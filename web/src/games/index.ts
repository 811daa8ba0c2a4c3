/** The four games. A game's page is loaded on demand. */

import type { Animal } from "@/look/animals";
import type { Component } from "svelte";
import type { GamePage } from "./page";

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type AnyPage = GamePage<any>;

export interface Lid {
  page: () => Promise<{ default: AnyPage }>;
  /** Lid of the box; with `stamp` only its central motif. */
  Poster: () => Promise<{ default: Component<{ stamp?: boolean }> }>;
  /** The rules with pictures. */
  Rules: () => Promise<{ default: Component }>;
  /** Name of the game's colour in the tokens: `--mist` and so on. */
  field: string;
  /** Animals of the seats, where they are fixed. */
  signs?: readonly Animal[];
  minutes: number;
  age: number;
}

export const GAMES: Record<string, Lid> = {
  mist: {
    page: () => import("./mist"),
    Poster: () => import("./mist/Poster.svelte"),
    Rules: () => import("./mist/Rules.svelte"),
    field: "mist",
    minutes: 15,
    age: 6,
  },
  life: {
    page: () => import("./life"),
    Poster: () => import("./life/Poster.svelte"),
    Rules: () => import("./life/Rules.svelte"),
    field: "life",
    minutes: 30,
    age: 8,
  },
  mmm: {
    page: () => import("./mmm"),
    Poster: () => import("./mmm/Poster.svelte"),
    Rules: () => import("./mmm/Rules.svelte"),
    field: "mmm",
    minutes: 20,
    age: 5,
  },
  kuhlorado: {
    page: () => import("./kuhlorado"),
    Poster: () => import("./kuhlorado/Poster.svelte"),
    Rules: () => import("./kuhlorado/Rules.svelte"),
    field: "kuh",
    signs: ["cow", "chicken"],
    minutes: 15,
    age: 8,
  },
};
