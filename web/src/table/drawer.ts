/** Parts of a table that load after the board: sheets, waiting room and report. */

export { default as Again } from "./Again.svelte";
export { default as Coach } from "./Coach.svelte";
export { default as Log } from "./Log.svelte";
export { default as Menu } from "./Menu.svelte";
export { default as Report } from "./Report.svelte";
export { default as Talk } from "./Talk.svelte";
export { default as Teacher } from "./Teacher.svelte";
export { default as Waiting } from "./Waiting.svelte";
