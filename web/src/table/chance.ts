/**
 * The order of events in each game: who decides next, and the outcomes and weights of every chance event.
 * The same as in `verify_dice.py`, function by function; docs/reference/notation.md describes it.
 *
 * Each game is a generator. It yields what may come next and receives the event that came. It ends when the match is over.
 */

/** Where chance decides: outcomes with their weights, in order. Where a seat decides: tokens without weights. */
export type Expected = { chance: Map<string, number> } | { chance: null; tokens: Set<string> };
type Events<Result = void> = Generator<Expected, Result, string>;
type Options = Record<string, unknown>;
type Counts<Key> = Map<Key, number>;

const by = (outcomes: Iterable<[string, number]>): Expected => ({ chance: new Map(outcomes) });
const choice = (...tokens: string[]): Expected => ({ chance: null, tokens: new Set(tokens) });
const argument = (token: string): string => token.slice(token.lastIndexOf(":") + 1);
const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const oneEach = (word: string, named: readonly (string | number)[]): Expected => by(named.map((one) => [`${word}:${one}`, 1]));
const signed = (value: number): string => (value < 0 ? String(value) : `+${value}`);
const ascending = (one: number, other: number): number => one - other;

/** An option of this form. Anything else makes the record wrong. */
function numbers(options: Options, name: string): number[] {
  const value = options[name];
  if (!Array.isArray(value) || !value.every((one) => Number.isInteger(one))) throw new Error(`option ${name}`);
  return value as number[];
}
function number(options: Options, name: string): number {
  const value = options[name];
  if (typeof value !== "number" || !Number.isInteger(value)) throw new Error(`option ${name}`);
  return value;
}
function flag(options: Options, name: string): boolean {
  const value = options[name];
  if (typeof value !== "boolean") throw new Error(`option ${name}`);
  return value;
}
function text(options: Options, name: string): string {
  const value = options[name];
  if (typeof value !== "string") throw new Error(`option ${name}`);
  return value;
}

function counted<Key>(keys: Iterable<Key>): Counts<Key> {
  const counts: Counts<Key> = new Map();
  for (const key of keys) add(counts, key, 1);
  return counts;
}
function add<Key>(counts: Counts<Key>, key: Key, many: number): void {
  counts.set(key, (counts.get(key) ?? 0) + many);
}

/** More dice than any game has. */
const MOST_DICE = 9;

/** All throws of these dice. The weight is the number of ordered throws. */
function throws(word: string, faces: string, dice: number): Expected {
  if (dice > MOST_DICE) throw new Error("too many dice");
  const found: [string, number][] = [];
  const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));
  const extend = (thrown: string, from: number): void => {
    if (thrown.length < dice) for (let face = from; face < faces.length; face++) extend(thrown + faces[face], face);
    else found.push([`${word}:${thrown}`, [...counted(thrown).values()].reduce((ordered, many) => ordered / factorial(many), factorial(dice))]);
  };
  extend("", 0);
  return by(found);
}

/** Name of every square and its letter. */
function squaresIn(drawing: string): Map<string, string> {
  const squares = new Map<string, string>();
  drawing.split("/").forEach((letters, row) => [...letters].forEach((letter, column) => squares.set(nameOf(row, column), letter)));
  return squares;
}
const nameOf = (row: number, column: number): string => `${String.fromCharCode(97 + column)}${row + 1}`;
const rowOf = (square: string): number => Number(square.slice(1)) - 1;
const columnOf = (square: string): number => square.charCodeAt(0) - 97;

const MIST_ANIMALS = ["cow", "sheep", "pig", "chicken", "horse", "rabbit"];
/** Number of players, and the neighbours that get a card. */
const MIST_PASSED: Record<number, string[]> = { 5: ["left"], 6: ["left", "right"] };

function* mist(players: number, options: Options): Events {
  const cards = numbers(options, "cards");
  const animals: string[] = [];
  for (const _ of range(players)) {
    animals.push(argument(yield oneEach("animal", MIST_ANIMALS.filter((animal) => !animals.includes(animal)))));
  }
  const unseen = new Map(animals.map((animal) => [animal, counted(cards)]));
  const of = (animal: string): Counts<number> => unseen.get(animal) as Counts<number>;
  const starting = counted(numbers(options, "starting"));
  const waiting = new Set(animals);
  const left = (counts: Counts<number>): [number, number][] => [...counts].filter(([, many]) => many > 0).sort(([a], [b]) => ascending(a, b));
  function* card(word: string, animal: string): Events {
    const token = yield by(left(of(animal)).map(([value, many]) => [`${word}:${signed(value)}`, many]));
    add(of(animal), Number(argument(token)), -1);
  }
  for (const _ of range(players + numbers(options, "starting").length)) {
    const laid = argument(yield by([
      ...left(starting).map(([value, many]): [string, number] => [`lay:start${signed(value)}`, many * cards.length]),
      ...[...waiting].flatMap((animal) => left(of(animal)).map(([value, many]): [string, number] => [`lay:${animal}${signed(value)}`, many])),
    ]));
    const animal = laid.replace(/[^a-z].*/, "");
    const value = Number(laid.slice(animal.length));
    add(animal === "start" ? starting : of(animal), value, -1);
    waiting.delete(animal);
  }
  let seat = Number(argument(yield oneEach("starter", range(players).map((one) => one + 1)))) - 1;
  const passed = flag(options, "passing") ? (MIST_PASSED[players] ?? []) : [];
  const pile = cards.length - 1 - passed.length;
  for (const turn of range(players * (pile + Number(flag(options, "another_round"))))) {
    yield* mistDice(number(options, "dice"));
    if (turn < players * pile) yield* card("draw", animals[seat] as string);
    seat = (seat + 1) % players;
  }
  for (const animal of animals) for (const word of passed) yield* card(word, animal);
}

/** Throw until the seat stops, a number comes again or no die is left. */
function* mistDice(most: number): Events {
  const thrown = new Set<string>();
  for (;;) {
    const die = yield oneEach("die", [1, 2, 3, 4, 5, 6]);
    if (thrown.has(die) || thrown.size + 1 === most) return;
    thrown.add(die);
    if ((yield choice("stop", "more")) === "stop") return;
  }
}

const LIFE_CARDS = new Map([
  ["giraffe", 9], ["bear", 8], ["mole", 7], ["goat", 7], ["sheep", 6], ["dog", 6], ["rabbit", 5], ["pig", 5], ["cat", 4], ["mouse", 3],
]);
type Cards = Counts<string>;

function* life(players: number, options: Options): Events {
  const lives = range(players).map(() => number(options, "lives"));
  let starter = Number(argument(yield oneEach("starter", range(players).map((one) => one + 1)))) - 1;
  const alive = (): number[] => range(players).filter((seat) => (lives[seat] as number) > 0);
  for (let seats = alive(); seats.length > 1; seats = alive()) {
    const unseen = new Map(LIFE_CARDS);
    const hands = new Map<number, Cards>();
    for (const seat of seats) hands.set(seat, yield* lifeDeal(unseen, `hand:${seat + 1}`, number(options, "hand")));
    const rows: Cards[] = [];
    for (const size of numbers(options, "rows")) rows.push(yield* lifeDeal(unseen, `row:${rows.length + 1}`, size));
    const declarer = yield* lifeTurns(seats, starter, hands, rows, options);
    const lost = declarer === null ? lifeLosses(hands, numbers(options, "values")) : new Map(seats.filter((seat) => seat !== declarer).map((seat) => [seat, 1]));
    if (declarer !== null && flag(options, "advanced")) lives[declarer] = (lives[declarer] as number) + 1;
    for (const [seat, many] of lost) lives[seat] = Math.max(0, (lives[seat] as number) - many);
    starter = nextSeat(alive(), starter);
  }
}

/** The next of these seats clockwise. */
const nextSeat = (seats: readonly number[], seat: number): number => seats.find((other) => other > seat) ?? (seats[0] as number);

function* lifeDeal(unseen: Cards, place: string, many: number): Events<Cards> {
  const cards: Cards = new Map();
  for (const _ of range(many)) {
    const card = argument(yield by([...unseen].filter(([, left]) => left > 0).map(([animal, left]) => [`${place}:${animal}`, left])));
    add(unseen, card, -1);
    add(cards, card, 1);
  }
  return cards;
}

/** The turns of a phase. Returns the seat that declares sudden death, or null if the phase is counted. */
function* lifeTurns(seats: readonly number[], first: number, hands: Map<number, Cards>, rows: Cards[], options: Options): Events<number | null> {
  const traded = new Set<number>();
  let knocker: number | null = null;
  for (let seat = first; seat !== knocker; seat = nextSeat(seats, seat)) {
    const takes = rows.map((_, row) => `take:${row + 1}`);
    const token: string = yield traded.has(seat) || knocker !== null ? choice(...takes, "knock") : choice(...takes);
    if (token !== "knock") {
      const hand = hands.get(seat) as Cards;
      yield* lifeTrade(hand, rows, Number(argument(token)) - 1);
      traded.add(seat);
      if (yield* lifeDeclares(hand, options)) return seat;
    } else knocker ??= seat;
  }
  return null;
}

function* lifeTrade(hand: Cards, rows: Cards[], row: number): Events {
  const taken = rows[row] as Cards;
  const given: Cards = new Map();
  for (const _ of range([...taken.values()].reduce((sum, many) => sum + many, 0))) {
    const card = argument(yield choice(...[...hand].filter(([, many]) => many > 0).map(([animal]) => `give:${animal}`)));
    add(hand, card, -1);
    add(given, card, 1);
  }
  for (const [animal, many] of taken) add(hand, animal, many);
  rows[row] = given;
}

function* lifeDeclares(hand: Cards, options: Options): Events<boolean> {
  const combinations = flag(options, "advanced") ? ["rabbit", "pig"] : ["rabbit", "pig", "cat"];
  const complete = combinations.some((animal) => hand.get(animal) === LIFE_CARDS.get(animal));
  if (text(options, "declare") === "automatic") return complete;
  return (yield complete ? choice("declare", "silent") : choice("silent")) === "declare";
}

/** The lives that each seat loses when majorities are counted. */
function lifeLosses(hands: Map<number, Cards>, values: readonly number[]): Map<number, number> {
  const points = new Map([...hands.keys()].map((seat) => [seat, 0]));
  [...LIFE_CARDS.keys()].forEach((animal, index) => {
    const held = [...hands].map(([seat, hand]): [number, number] => [seat, hand.get(animal) ?? 0]);
    const most = Math.max(...held.map(([, many]) => many));
    const holders = held.filter(([, many]) => many === most);
    if (holders.length === 1 && most >= (hands.size === 2 ? 2 : 1)) add(points, (holders[0] as [number, number])[0], values[index] as number);
  });
  const [best, worst] = [Math.max(...points.values()), Math.min(...points.values())];
  return new Map([...points].filter(([, many]) => many !== best).map(([seat, many]) => [seat, many === worst ? 2 : 1]));
}

function* mmm(_: number, options: Options): Events {
  const foods = new Map([...squaresIn(text(options, "board"))].filter(([, letter]) => letter !== "."));
  const items = mmmItems(foods);
  const free = new Set(foods.keys());
  for (let cat = 0; ; ) {
    const gathered = yield* mmmTurn(foods, free, number(options, "dice"), flag(options, "line"));
    for (const square of gathered) free.delete(square);
    if (free.size === 0) return;
    const finished = items.some((item) => item.some((square) => gathered.has(square)) && !item.some((square) => free.has(square)));
    if (!finished) cat += 1;
    if (cat === number(options, "cat_moves")) return;
  }
}

/** The items: squares of one letter that touch, not diagonally. */
function mmmItems(foods: ReadonlyMap<string, string>): string[][] {
  const left = new Set(foods.keys());
  const items: string[][] = [];
  for (const first of foods.keys()) {
    if (!left.delete(first)) continue;
    const item = [first];
    for (const square of item) {
      for (const [down, right] of [[-1, 0], [1, 0], [0, -1], [0, 1]] as const) {
        const near = nameOf(rowOf(square) + down, columnOf(square) + right);
        if (foods.get(near) === foods.get(square) && left.delete(near)) item.push(near);
      }
    }
    items.push(item);
  }
  return items;
}

/** Rolls and places dice. Returns the squares gathered, none if a roll fails. */
function* mmmTurn(foods: ReadonlyMap<string, string>, free: ReadonlySet<string>, dice: number, line: boolean): Events<Set<string>> {
  const placed = new Set<string>();
  const foodAt = (square: string): string => (foods.get(square) as string).toLowerCase();
  const inLine = (square: string): boolean => {
    const squares = [...placed, square];
    return new Set(squares.map(rowOf)).size === 1 || new Set(squares.map(columnOf)).size === 1;
  };
  for (;;) {
    const rolled = counted(argument(yield throws("roll", "bfuhax", dice - placed.size)));
    for (let fresh = false, again = false; !again; fresh = true) {
      const fits = [...free].filter((square) => !placed.has(square) && (rolled.get(foodAt(square)) ?? 0) > 0 && (!line || inLine(square)));
      if (fits.length === 0 && !fresh) return new Set();
      const token: string = yield choice(...fits.map((square) => `place:${square}`), ...(fresh ? ["again", "gather"] : []));
      if (token === "gather") return placed;
      if (token === "again") again = true;
      else {
        placed.add(argument(token));
        add(rolled, foodAt(argument(token)), -1);
        if (placed.size === dice) return placed;
      }
    }
  }
}

function* kuhlorado(players: number, options: Options): Events {
  const free = new Map([...squaresIn(text(options, "sheet"))].filter(([, letter]) => "12345c".includes(letter)));
  yield oneEach("starter", range(players).map((one) => one + 1));
  for (;;) {
    let dice = argument(yield throws("throw", "12345c", 2));
    const kept = argument(yield choice("keep:-", ...[...dice, dice].map((one) => `keep:${one}`))).replace("-", "");
    if (kept.length < 2) dice = [...(kept + argument(yield throws("throw", "12345c", 2 - kept.length)))].sort().join("");
    yield* kuhloradoMarks(free, dice);
    const cows = [...free.values()].filter((letter) => letter === "c").length;
    if (cows === 0 || free.size - cows <= number(options, "last_numbers")) return;
  }
}

function* kuhloradoMarks(free: Map<string, string>, dice: string): Events {
  const marks = (squares: readonly string[]): string[] => squares.map((square) => `mark:${square}`);
  const squaresOf = (letters: string): string[] => [...free].filter(([, letter]) => letters.includes(letter)).map(([square]) => square);
  if (squaresOf(dice).length === 0) return;
  const first = argument(yield choice(...marks(squaresOf(dice))));
  const other = dice.replace(free.get(first) as string, "");
  free.delete(first);
  if (!dice.includes("c")) return;
  const near = [-2, 0, 2].flatMap((down) => [-2, 0, 2].map((right) => nameOf(rowOf(first) + down, columnOf(first) + right)));
  const second = dice === "cc" ? squaresOf("c") : near.filter((square) => free.get(square) === other);
  if (second.length === 0) return;
  const token = yield choice(...marks(second), ...(dice === "cc" ? [] : ["done"]));
  free.delete(argument(token));
}

export const GAMES: Record<string, (players: number, options: Options) => Events> = { mist, life, mmm, kuhlorado };
/** Version of the rules of all these games. */
export const RULES = 1;
