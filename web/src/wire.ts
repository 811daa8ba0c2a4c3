// Made by `python -m paddock.server.typescript` from the service's own types. Do not edit.

/** What the coach says, the best choice first. */
export interface AdviceShown {
  length: number;
  seat: number;
  exact: boolean;
  stake: number;
  choices: ChoiceShown[];
}

/** Say whether somebody may take a decision back. */
export interface AnswerUndo {
  do: "answer_undo";
  yes: boolean;
  seat?: number | null;
  id?: number | null;
}

/** The host begins without waiting for more seeds. */
export interface Begin {
  do: "begin";
  id?: number | null;
}

/** All there is to choose from. */
export interface Catalogue {
  games: GameShown[];
  levels: LevelShown[];
  phrases: Record<string, Record<string, string>>;
}

/** The host changes the settings. */
export interface Change {
  do: "change";
  settings: Settings;
  id?: number | null;
}

/** Words of your own, where the host allows them. */
export interface Chat {
  do: "chat";
  words: string;
  seat?: number | null;
  id?: number | null;
}

/** What the coach says of one choice. */
export interface ChoiceShown {
  token: string;
  chance: number;
  error: number;
  margin: number;
  nearly_best: boolean;
  why: Saying[];
}

/** The host closes the table. */
export interface Close {
  do: "close";
  id?: number | null;
}

/** Where a short code leads. */
export interface CodeShown {
  table: string;
  game: string;
  title: string;
  host: string;
  free: number[];
}

/** Who is there, for those who asked to be told: seats whose people have the table open. */
export interface Company {
  what: "company";
  here: number[];
}

/** Go on from a position of a replay against bots. */
export interface Continuation {
  at: number;
  seat: number;
  level?: string;
}

/** All that is known of the dice of a table. */
export interface DiceShown {
  promise: Promise;
  rolled: Rolled[];
  checked: boolean | null;
}

/** A board that somebody draws: `board` as it would be played, or what is still wrong, one sentence each. */
export interface DrawingShown {
  option: string;
  board: string | null;
  flaws: string[];
}

/** The table after an event, through one seat's eyes; with everything open, through all seats'. */
export interface Frame {
  event: string | null;
  told: string;
  whose: number | null;
  views: unknown[];
}

/** The host frees a seat for a person. */
export interface Free {
  do: "free";
  seat: number;
  id?: number | null;
}

/** One of the games. */
export interface GameShown {
  id: string;
  title: string;
  designer: string;
  publisher: string;
  year: number;
  summary: string;
  players: number[];
  together: boolean;
  hidden: boolean;
  rules: number;
  options: OptionShown[];
}

/** Go over to the rematch on the same socket; a welcome there is the answer. Only over a socket. */
export interface GoOver {
  do: "go_over";
  seat?: number | null;
  id?: number | null;
}

/** You. */
export interface Guest {
  name: string;
}

/** Whether all is well. */
export interface Health {
  status: "ok";
  version: string;
  database: string;
  tables: number;
  sockets: number;
}

/** A guest says what to be called. */
export interface Introduction {
  name: string;
}

/** The host gives a seat to a bot. */
export interface Invite {
  do: "invite";
  seat: number;
  level?: string;
  id?: number | null;
}

/** Stand up: before the match the seat is free again, in it a bot keeps it. */
export interface Leave {
  do: "leave";
  seat: number;
  id?: number | null;
}

/** A match that starts where something can be learned: a record that has just begun. */
export interface LessonWish {
  start: Record<string, unknown>;
  seat?: number;
  level?: string;
}

/** One of the bots. */
export interface LevelShown {
  name: string;
  meaning: string;
}

/** Something that happened, as you may know it. */
export interface LineShown {
  number: number;
  at: number;
  what: string;
  seat?: number | null;
  events?: string[];
  bot?: boolean;
  length?: number | null;
  level?: string | null;
  name?: string | null;
  phrase?: string | null;
  words?: string | null;
  settings?: Settings | null;
  table?: string | null;
  told?: string[];
}

/** One of my tables, for a list. */
export interface MyTable {
  table: string;
  game: string;
  title: string;
  state: string;
  names: string[];
  mine: number[];
  turn: number | null;
  my_turn: boolean;
  touched: number;
  problem?: Problem | null;
  others?: number;
}

/** Something that a table can agree on. */
export interface OptionShown {
  name: string;
  kind: string;
  default: boolean | number | string | number[];
  meaning: string;
  accepts: string;
}

/** Decide. `at` is the length of the match that this answers; the decisions of one turn may come together. */
export interface Play {
  do: "play";
  at: number;
  tokens: string[];
  seat?: number | null;
  id?: number | null;
}

/** Why something was not done, in a sentence for people; `clause` where a rule of the game forbids it. */
export interface Problem {
  code: string;
  message: string;
  clause?: string | null;
}

/** What is told of the dice: the promise from the start, the seeds from the beginning, the secret at the end. */
export interface Promise {
  match: string;
  commitment: string;
  seeds?: string[];
  secret?: string | null;
}

/** Your message was not followed; nothing has changed. */
export interface Refused {
  what: "refused";
  problem: Problem;
  answer?: number | null;
}

/** Once more with the same people, one seat further. */
export interface Rematch {
  do: "rematch";
  id?: number | null;
}

/** An uploaded record. */
export interface ReplayMade {
  replay: string;
  link: string;
}

/** A match to look at again. */
export interface ReplayShown {
  record: Record<string, unknown>;
  frames: Frame[];
  first: number;
  length: number;
}

/** Opens your seats on another device. Who has it is you. */
export interface ResumeLink {
  key: string;
  link: string;
}

/** A resume link is used. */
export interface Resumption {
  key: string;
}

/** How often an outcome came, and how often it was to be expected. */
export interface Rolled {
  event: string;
  came: number;
  expected: number;
}

/** A preset phrase or a reaction. */
export interface Say {
  do: "say";
  phrase: string;
  seat?: number | null;
  id?: number | null;
}

/** One sentence of a room, or a part of one, with what goes into its gaps. */
export interface Saying {
  key: string;
  gaps: Record<string, number | string | Saying[]>;
}

/** A seat as everybody sees it. */
export interface SeatShown {
  name: string;
  kind: "bot" | "free" | "person";
  level?: string | null;
  kept?: string | null;
  seeded?: boolean;
  host?: boolean;
}

/** How a seat is filled: by me, by a person who comes later, or by a bot. */
export interface SeatWish {
  who: "bot" | "me" | "person";
  level?: string;
  name?: string | null;
}

/** Add randomness of your own to the dice, now that their promise is known. */
export interface Seed {
  do: "seed";
  seat: number;
  seed: string;
  id?: number | null;
}

/** What the host may change at any time; rules are options and stay as agreed. */
export interface Settings {
  clock?: "move" | "none" | "nudge";
  seconds?: number;
  timeout?: "bot" | "wait";
  keeper?: string;
  pace?: "brisk" | "calm" | "instant";
  spectators?: boolean;
  chat?: boolean;
  coach?: boolean;
  joint?: "anybody" | "roller";
}

/** Take a free seat. */
export interface Sit {
  do: "sit";
  seat?: number | null;
  name?: string | null;
  id?: number | null;
}

/** The table as it stands, for you. */
export interface Standing {
  number: number;
  state: "closed" | "over" | "playing" | "waiting";
  length: number;
  turn: number | null;
  since: number;
  seats: SeatShown[];
  settings: Settings;
  view: unknown;
  legal: string[];
  may_undo: number | null;
  wish?: UndoWish | null;
  rematch?: string | null;
}

/** How far a study is; its report is there when it is done. */
export interface StudyShown {
  study: string;
  state: "done" | "failed" | "running";
  seconds: number;
  says?: string | null;
}

/** A question to a game: so many games among these bots, with the values of an option side by side. */
export interface StudyWish {
  game: string;
  players: number;
  bots?: string;
  games?: number;
  options?: Record<string, boolean | number | string | number[]>;
  vary?: Record<string, (boolean | number | string | number[])[]>;
}

/** A new table. */
export interface TableMade {
  table: string;
  code: string | null;
  link: string;
  watch: string;
  commitment: string;
}

/** A table to be laid. */
export interface TableWish {
  game: string;
  seats: SeatWish[];
  options?: Record<string, boolean | number | string | number[]>;
  settings?: Settings;
}

/** Take your seat back from the bot that kept it. */
export interface TakeBack {
  do: "take_back";
  seat: number;
  id?: number | null;
}

/** The token, shown this once. */
export interface TokenMade {
  token: string;
  label: string;
}

/** A token of yours, without the token. */
export interface TokenShown {
  id: string;
  label: string;
  created: number;
}

/** A token for a program of yours, with a label to know it by. */
export interface TokenWish {
  label: string;
}

/** Take the last decision back, or ask everybody whether you may. */
export interface Undo {
  do: "undo";
  at: number;
  seat?: number | null;
  id?: number | null;
}

/** Somebody asks to go back; who has not agreed yet is asked. */
export interface UndoWish {
  seat: number;
  length: number;
  agreed: number[];
}

/** What happened since the last message, and the table after it. */
export interface Update {
  what: "update";
  lines: LineShown[];
  standing: Standing;
  answer?: number | null;
}

/** The first message at a table. */
export interface Welcome {
  what: "welcome";
  table: string | null;
  game: string;
  rules: number;
  options: Record<string, boolean | number | string | number[]>;
  host: boolean;
  mine: number[];
  seat: number | null;
  code: string | null;
  watch: string | null;
  dice: Promise;
  lines: LineShown[];
  standing: Standing;
  answer?: number | null;
}

/** Anything that can be done at a table. */
export type AnyAct = Sit | Leave | Invite | Free | Seed | Begin | Play | Undo | AnswerUndo | TakeBack | Say | Chat | Change | Rematch | Close;

/** Anything that comes down a table's socket. */
export type Message = Welcome | Update | Company | Refused;

/** Settings as they are unless somebody changed them; what is as here is not sent. */
export const SETTINGS: Required<Settings> = {"clock":"none","seconds":60,"timeout":"wait","keeper":"hound","pace":"brisk","spectators":false,"chat":false,"coach":true,"joint":"anybody"};

/** What scores count and what the coach says, by game, in English. */
export const sentences = {
  "mist": {
    "unit": "{n|point|points}",
    "brings_you": "It brings you {points:+}.",
    "brings": "It brings {who:name} {points:+}.",
    "better": "Better would be {faces:or}.",
    "none_better": "No other face would be better.",
    "dung_and_food": "Of the next die {dung:or} lands you on dung, {food:or} on food.",
    "only_dung": "Of the next die {dung:or} lands you on dung, and no face on food.",
    "only_food": "Of the next die no face lands you on dung, but {food:or} on food.",
    "neither": "Of the next die no face lands you on dung, and none on food.",
    "face": "a {face}"
  },
  "life": {
    "unit": "{n|life|lives}",
    "declare": "Everybody else loses a life at once.",
    "silent": "You keep the combination for later.",
    "nothing": "You have no combination to show.",
    "knock": "Your hand can expect about {n} {n|point|points} now; a fair share is {fair}.",
    "gathers": "With that row you have {mine}.",
    "strange": "That row brings only animals that you do not hold.",
    "snatches": "It keeps {snatched}.",
    "snatched": "{animals} from {who:name}",
    "keeps": "You keep {left}.",
    "gives_all": "You keep no {animals}.",
    "wanted": "{rivals} {rivals|collects|collect} them.",
    "unwanted": "Nobody is known to collect them.",
    "name": "{who:name}",
    "some_giraffe": "{n} {n|giraffe|giraffes}",
    "some_bear": "{n} {n|bear|bears}",
    "some_mole": "{n} {n|mole|moles}",
    "some_goat": "{n} {n|goat|goats}",
    "some_sheep": "{n} {n|sheep|sheep}",
    "some_dog": "{n} {n|dog|dogs}",
    "some_rabbit": "{n} {n|rabbit|rabbits}",
    "some_pig": "{n} {n|pig|pigs}",
    "some_cat": "{n} {n|cat|cats}",
    "some_mouse": "{n} {n|mouse|mice}",
    "all_giraffe": "giraffes",
    "all_bear": "bears",
    "all_mole": "moles",
    "all_goat": "goats",
    "all_sheep": "sheep",
    "all_dog": "dogs",
    "all_rabbit": "rabbits",
    "all_pig": "pigs",
    "all_cat": "cats",
    "all_mouse": "mice"
  },
  "mmm": {
    "unit": "{n|square|squares}",
    "cat": "The cat has {n} {n|move|moves} to go.",
    "fails": "The roll fails {n} {n|time|times} in 100.",
    "fails_surely": "The roll fails for sure.",
    "finishes": "It finishes {items}, so that the cat waits.",
    "costs": "This gathers {n} {n|square|squares} and costs one of its moves.",
    "loses": "That would be its last: you lose together.",
    "needs": "After it {item} needs {n} more.",
    "completes": "With it {item} is complete: once it is gathered, the cat waits.",
    "bread": "bread {where}",
    "fish": "fish {where}",
    "cucumber": "cucumber {where}",
    "cheese": "cheese {where}",
    "carrot": "carrot {where}"
  },
  "kuhlorado": {
    "unit": "{n|point|points}",
    "keep_none": "Of {free} free {free|square|squares} {fit} {fit|fits|fit} the dice as they lie.",
    "keep_one": "{n} {n|square fits|squares fit} {face}; the other die is thrown again.",
    "keep_both": "{n} {n|square fits|squares fit} {face}, {m} {m|fits|fit} {other}.",
    "keep_alike": "{n} {n|square fits|squares fit} both dice.",
    "number": "a {n}",
    "cow": "a cow",
    "done": "You mark no second square; it stays free for both of you.",
    "mark": "It {does}.",
    "leads": "puts you ahead {where}",
    "leads_on": "extends your lead {where}",
    "levels": "draws level {where}",
    "closes_up": "closes up {where}",
    "land": "makes land of {n} squares",
    "new_land": "begins new land",
    "north": "on the north pasture",
    "east": "on the east pasture",
    "south": "on the south pasture",
    "west": "on the west pasture",
    "trough": "at the trough {square}"
  }
};

/** So ein Mist */
export namespace mist {
  /** Where a face would lead the active figure now, and who would take the card. */
  export interface Landing {
    place: number;
    taker: number;
    forced: boolean;
  }

  /** One place of the path, with the figures standing there, first come first. */
  export interface Place {
    card: number | null;
    animal: string | null;
    figures: number[];
  }

  /** One seat. */
  export interface Player {
    animal: string | null;
    place: number | null;
    cards_to_draw: number;
    cards_taken: number;
    points: number | null;
    food: number | null;
  }

  /** The table as everybody sees it. */
  export interface View {
    whose: number | null;
    over: boolean;
    active: number | null;
    players: Player[];
    path: Place[];
    dice: number[];
    newest: number | null;
    dice_left: number;
    landings: Landing[];
    rounds: number;
    rounds_left: number;
    doubling: boolean;
  }
}

/** Life is Life */
export namespace life {
  /** One animal when hands are compared: how many each seat has, and who has the majority. */
  export interface Comparison {
    animal: string;
    value: number;
    counts: number[];
    winner: number | null;
  }

  /** One seat as everybody sees it. */
  export interface Player {
    lives: number;
    rank: number | null;
    cards: number;
    known: string[];
    traded: boolean;
    knocked: boolean;
  }

  /** How the last phase ended: counted after `ended_by` knocked, or by the sudden death that `ended_by` declared. */
  export interface Showdown {
    sudden_death: boolean;
    ended_by: number;
    hands: (string[] | null)[];
    comparisons: Comparison[];
    points: (number | null)[];
    lives_changed: number[];
  }

  /** The table as one seat sees it; `seat` and `hand` are None for somebody who only watches. */
  export interface View {
    whose: number | null;
    over: boolean;
    doing: "deal" | "declare" | "give" | "over" | "starter" | "turn";
    seat: number | null;
    hand: string[] | null;
    players: Player[];
    rows: string[][];
    taking: number | null;
    given: string[];
    to_give: number;
    phase: number;
    starter: number | null;
    active: number | null;
    knocker: number | null;
    must_knock: boolean;
    turns_left: number | null;
    not_located: string[];
    values: number[];
    majority_needs: number;
    chances: number[][];
    combinations: string[];
    full_lives: number;
    advanced: boolean;
    showdown: Showdown | null;
  }
}

/** Mmm! */
export namespace mmm {
  /** One piece of food with its squares in reading order. */
  export interface Item {
    food: string;
    squares: string[];
    left: number;
    finished: boolean;
    would_finish: boolean;
  }

  /** The table as everybody sees it. */
  export interface View {
    whose: number | null;
    over: boolean;
    won: boolean;
    rating: string | null;
    roller: number | null;
    width: number;
    height: number;
    items: Item[];
    free: string[];
    gathered: string[];
    dice: string[];
    rolled: string[];
    fitting: string[];
    dice_to_roll: number;
    fail_chance: number;
    cat_moved: number;
    cat_left: number;
    cat_would_move: boolean | null;
    squares_left: number;
    line: boolean;
    in_line: string[];
  }
}

/** Kuhlorado */
export namespace kuhlorado {
  /** Squares of one seat that hang together, and the points they are worth. */
  export interface Area {
    owner: number;
    squares: string[];
    points: number;
  }

  /** The interim score of the advanced game; no points before it is taken. */
  export interface Interim {
    cows_needed: number;
    points_each: number;
    points: unknown[] | null;
  }

  /** A square that may be marked now, and those of which one may then be marked with it (3.7). */
  export interface Mark {
    square: string;
    partners: string[];
  }

  /** A pasture or a trough: the squares that decide it, how many of them each seat has, and who leads. */
  export interface Prize {
    name: string;
    cells: string[];
    squares: string[];
    points: number;
    marked: unknown[];
    leader: number | null;
  }

  /** One square: `1` to `5`, `cow` or `trough`, and who marked it. */
  export interface Square {
    name: string;
    shows: string;
    owner: number | null;
  }

  /** The table as everybody sees it. */
  export interface View {
    whose: number | null;
    over: boolean;
    active: number | null;
    rows: Square[][];
    dice: string[];
    throws_left: number;
    chosen: string | null;
    marks: Mark[];
    may_stop: boolean;
    prizes: Prize[];
    areas: Area[];
    area_bands: unknown[][];
    scores: unknown[];
    interim: Interim | null;
    cows_marked: number;
    cows_free: number;
    numbers_free: number[];
    last_numbers: number;
  }
}
