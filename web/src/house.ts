/** Start of the page: theme, language, sound and routing, then the screen of the current path. */

import { language } from "@/house/language.svelte";
import { sound } from "@/house/sound.svelte";
import { theme } from "@/house/theme.svelte";
import { way } from "@/house/way.svelte";
import { mount } from "svelte";
import App from "./App.svelte";

export function open(): void {
  theme.begin();
  language.begin();
  sound.begin();
  way.begin();
  mount(App, { target: document.getElementById("app") as HTMLElement });
}
