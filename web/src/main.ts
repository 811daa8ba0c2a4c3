/**
 * Entry point, kept small: it starts all downloads of this address and opens the connection to the table.
 * On a slow connection every round trip counts, so they run in parallel.
 */

import "@/look/tokens.css";
import { GAMES } from "@/games";
import { approach } from "@/table/approach";
import { arrival } from "./arrival";
import { withoutBase } from "./base";
import { screenAt } from "./screens";

const { me, game } = arrival();
const props = screenAt(withoutBase(location.pathname))?.props ?? {};
if (game) void GAMES[game]?.page();
if (me && props["table"]) approach({ table: props["table"], board: new URLSearchParams(location.search).has("board") });
if (props["watch"]) approach({ watch: props["watch"] });

void import("./house").then(({ open }) => {
  // The script may run before the document is complete.
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", open, { once: true });
  else open();
});
