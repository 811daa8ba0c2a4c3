/**
 * What runs first, and therefore small: it sends for all that this address needs at once, and opens the line to the
 * table. On a slow line every trip counts, and here they are made side by side.
 */

import "@/look/tokens.css";
import { GAMES } from "@/games";
import { approach } from "@/table/approach";
import { arrival } from "./arrival";
import { screenAt } from "./screens";

const { me, game } = arrival();
const props = screenAt(location.pathname)?.props ?? {};
if (game) void GAMES[game]?.page();
if (me && props["table"]) approach({ table: props["table"], board: new URLSearchParams(location.search).has("board") });
if (props["watch"]) approach({ watch: props["watch"] });

void import("./house").then(({ open }) => {
  // The script may be here before the end of the document is.
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", open, { once: true });
  else open();
});
