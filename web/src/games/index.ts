/** The games of the house. Each is loaded when somebody sits down to it. */

import type { Component } from "svelte";
import type { GamePage } from "./page";

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type AnyPage = GamePage<any>;

export interface Lid {
  page: () => Promise<{ default: AnyPage }>;
  /** The lid of its box; as a `stamp`, the heart of it. */
  Poster: () => Promise<{ default: Component<{ stamp?: boolean }> }>;
  /** The game's field in the tokens: `--mist` and the like. */
  field: string;
  minutes: number;
  age: number;
}

export const GAMES: Record<string, Lid> = {
  mist: {
    page: () => import("./mist"),
    Poster: () => import("./mist/Poster.svelte"),
    field: "mist",
    minutes: 15,
    age: 6,
  },
  life: {
    page: () => import("./life"),
    Poster: () => import("./life/Poster.svelte"),
    field: "life",
    minutes: 30,
    age: 8,
  },
  mmm: {
    page: () => import("./mmm"),
    Poster: () => import("./mmm/Poster.svelte"),
    field: "mmm",
    minutes: 20,
    age: 5,
  },
  kuhlorado: {
    page: () => import("./kuhlorado"),
    Poster: () => import("./kuhlorado/Poster.svelte"),
    field: "kuh",
    minutes: 15,
    age: 8,
  },
};
