/** What a table has beside its board: what is opened, what comes before the match, and what comes after it. */

export { default as Again } from "./Again.svelte";
export { default as Coach } from "./Coach.svelte";
export { default as Log } from "./Log.svelte";
export { default as Menu } from "./Menu.svelte";
export { default as Report } from "./Report.svelte";
export { default as Talk } from "./Talk.svelte";
export { default as Teacher } from "./Teacher.svelte";
export { default as Waiting } from "./Waiting.svelte";
