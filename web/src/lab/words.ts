import type { Catalogue } from "@/house/language.svelte";

const en = {
  title: "The lab",
  asks: "Ask a game a question",
  intro: "Bots play many games by these rules. The report says who wins, how long it takes, how much is luck, with an interval on every figure.",
  game: "Game",
  players: "Players",
  bots: "Bots",
  games: "Number of games",
  compare: "Compare",
  nothing: "Nothing: just these rules",
  withAndWithout: "{name}: with and without",
  run: "Play the games",
  running: "The bots are playing: {seconds} s so far.",
  done: "Done in {seconds} s.",
  failed: "This study could not be made.",
  open: "Open the report",
  table: "Sit down to these rules yourself",
  more: "More with the command line: house rules, restricted play, ladders of levels, clusters.",
};

const de: typeof en = {
  title: "Das Labor",
  asks: "Frag ein Spiel etwas",
  intro: "Bots spielen viele Partien nach diesen Regeln. Der Bericht sagt, wer gewinnt, wie lange es dauert und wie viel Glück ist; jede Zahl mit ihrem Spielraum.",
  game: "Spiel",
  players: "Mitspieler",
  bots: "Bots",
  games: "Zahl der Partien",
  compare: "Vergleichen",
  nothing: "Nichts: nur diese Regeln",
  withAndWithout: "{name}: mit und ohne",
  run: "Partien spielen",
  running: "Die Bots spielen: bisher {seconds} s.",
  done: "Fertig nach {seconds} s.",
  failed: "Diese Untersuchung ging nicht.",
  open: "Bericht öffnen",
  table: "Selbst nach diesen Regeln spielen",
  more: "Mehr mit der Kommandozeile: Hausregeln, eingeschränktes Spiel, Stufenleitern, Cluster.",
};

export const words: Catalogue<typeof en> = { en, de };
