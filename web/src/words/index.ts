/** Texts of the parts that belong to no game. Each game has its own catalogue in its folder. */

import type { Catalogue } from "@/house/language.svelte";
import { de } from "./de";
import { en } from "./en";

export const words: Catalogue<typeof en> = { en, de };
