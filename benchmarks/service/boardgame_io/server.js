// node server.js PORT memory|DIRECTORY
const { Server, FlatFile, Origins } = require('boardgame.io/server');
const { Race } = require('./game');

const [port, storage] = process.argv.slice(2);
const db = storage === 'memory' ? undefined : new FlatFile({ dir: storage });
Server({ games: [Race], origins: [Origins.LOCALHOST], db }).run({ port: Number(port) }, () => console.log('ready'));
