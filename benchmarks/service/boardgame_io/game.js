// A push-your-luck race of about the size of So ein Mist for three players.
const PLACES = 14;
const TURNS = 21;

const walk = (G, ctx, events) => {
  const player = G.players[ctx.currentPlayer];
  player.place = (player.place + G.dice[G.dice.length - 1]) % PLACES;
  player.points += G.path[player.place].value;
  G.dice = [];
  G.turns += 1;
  events.endTurn();
};

const roll = (G, ctx, random, events) => {
  const die = random.D6();
  const again = G.dice.includes(die);
  G.dice.push(die);
  if (again || G.dice.length === 6) walk(G, ctx, events);
};

module.exports.Race = {
  name: 'race',
  setup: ({ ctx, random }) => ({
    path: Array.from({ length: PLACES }, () => ({ value: random.Die(12) - 4, animal: random.Die(6) })),
    players: Object.fromEntries(ctx.playOrder.map((id) => [id, { place: 0, points: 0, drawn: 12, taken: 0 }])),
    dice: [1 + (Math.random() * 6 | 0)],
    turns: 0,
  }),
  turn: {
    onBegin: ({ G, random }) => { G.dice = [random.D6()]; },
  },
  moves: {
    stop: ({ G, ctx, events }) => walk(G, ctx, events),
    more: ({ G, ctx, random, events }) => roll(G, ctx, random, events),
  },
  endIf: ({ G }) => (G.turns >= TURNS ? { over: true } : undefined),
};
