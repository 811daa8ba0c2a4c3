import "@/look/tokens.css";
import { language } from "@/house/language.svelte";
import { sound } from "@/house/sound.svelte";
import { theme } from "@/house/theme.svelte";
import { way } from "@/house/way.svelte";
import { mount } from "svelte";
import App from "./App.svelte";

theme.begin();
language.begin();
sound.begin();
way.begin();
mount(App, { target: document.getElementById("app") as HTMLElement });
