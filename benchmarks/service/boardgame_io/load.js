// node load.js PORT TABLES SECONDS PLAYERS: clients at each table play random moves; prints one line of JSON.
const { io } = require('socket.io-client');

const [port, tables, seconds, players] = process.argv.slice(2).map(Number);
const waits = [];
let moves = 0;
let counting = false;

class Table {
  constructor(number) {
    this.number = number;
    this.round = 0;
    this.sockets = Array.from({ length: players }, (_, player) => {
      const socket = io(`http://127.0.0.1:${port}/race`, { transports: ['websocket'], forceNew: true });
      socket.on('sync', (match, info) => this.seen(player, match, info.state));
      socket.on('update', (match, state) => this.seen(player, match, state));
      return socket;
    });
  }

  begin() {
    this.round += 1;
    this.match = `match-${this.number}-${this.round}`;
    this.states = new Array(players).fill(-1);
    this.sent = null;
    this.sockets.forEach((socket, player) => socket.emit('sync', this.match, String(player), undefined, players));
  }

  seen(player, match, state) {
    if (match !== this.match) return;
    this.states[player] = state._stateID;
    if (this.states.some((id) => id !== state._stateID)) return; // not everybody has it yet
    if (this.sent !== null && state._stateID > this.sent.id) {
      if (counting) { moves += 1; waits.push(performance.now() - this.sent.at); }
      this.sent = null;
    }
    if (state.ctx.gameover) { this.begin(); return; }
    if (this.sent === null) this.play(state);
  }

  play(state) {
    const player = state.ctx.currentPlayer;
    const type = Math.random() < 0.5 ? 'stop' : 'more';
    const action = { type: 'MAKE_MOVE', payload: { type, args: [], playerID: player } };
    this.sent = { id: state._stateID, at: performance.now() };
    this.sockets[Number(player)].emit('update', action, state._stateID, this.match, player);
  }
}

const all = Array.from({ length: tables }, (_, number) => new Table(number));
all.forEach((table) => table.begin());
setTimeout(() => {
  counting = true;
  const started = performance.now();
  setTimeout(() => {
    const took = (performance.now() - started) / 1000;
    waits.sort((a, b) => a - b);
    const at = (share) => waits[Math.min(waits.length - 1, Math.floor(share * waits.length))] ?? null;
    console.log(JSON.stringify({ moves, seconds: took, p50: at(0.5), p99: at(0.99) }));
    process.exit(0);
  }, seconds * 1000);
}, 3000);
