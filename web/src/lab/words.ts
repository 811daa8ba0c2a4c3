import type { Catalogue } from "@/house/language.svelte";

const en = {
  title: "The lab",
  asks: "Ask a game a question",
  intro: "Bots play many games by these rules. The report shows wins, length and luck, with a margin for every number.",
  off: "The lab is off at this server. Its owner can turn it on.",
  game: "Game",
  players: "Players",
  bots: "Bots",
  games: "Number of games",
  compare: "Compare",
  nothing: "Nothing, just these rules",
  withAndWithout: "{name}: on and off",
  run: "Play the games",
  running: "The bots are playing: {seconds} s so far.",
  done: "Done in {seconds} s.",
  failed: "This study failed.",
  open: "Open the report",
  table: "Play with these rules yourself",
  more: "More on the command line: house rules, playing styles, bot levels, many computers.",
};

const de: typeof en = {
  title: "Das Labor",
  asks: "Stell einem Spiel eine Frage",
  intro: "Bots spielen viele Partien nach diesen Regeln. Der Bericht zeigt Siege, Dauer und Glück, jede Zahl mit ihrer Spanne.",
  off: "Das Labor ist auf diesem Server aus. Wer ihn betreibt, kann es einschalten.",
  game: "Spiel",
  players: "Spieler",
  bots: "Bots",
  games: "Zahl der Partien",
  compare: "Vergleich",
  nothing: "Nichts, nur diese Regeln",
  withAndWithout: "{name}: an und aus",
  run: "Partien spielen",
  running: "Die Bots spielen: bisher {seconds} s.",
  done: "Fertig nach {seconds} s.",
  failed: "Diese Untersuchung ist fehlgeschlagen.",
  open: "Bericht öffnen",
  table: "Selbst nach diesen Regeln spielen",
  more: "Mehr auf der Kommandozeile: Hausregeln, Spielweisen, Bot-Stufen, viele Rechner.",
};

export const words: Catalogue<typeof en> = { en, de };
