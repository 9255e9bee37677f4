import net from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { RawBoard } from './gate-board.ts';

/**
 * The floor's side of a lane, in a process of its own like an agent: for each line of a reader an SQLite look-up, an SQLite insert with
 * `synchronous = FULL` and a Modbus write.
 */
const [file, boardPort] = process.argv.slice(2) as [string, string];

const database = new DatabaseSync(file);
database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
const find = database.prepare('SELECT status FROM roster WHERE code = ?');
const insert = database.prepare('INSERT INTO usage (id, code) VALUES (?, ?)');
const board = new RawBoard(0);
await board.connect(Number(boardPort));

function open(tag: string): void {
  if (find.get(tag)?.['status'] !== 'active') throw new Error(`${tag} is not in the roster`);
  insert.run(crypto.randomUUID(), tag);
  void board.write(true);
}

const server = net.createServer({ noDelay: true }, (reader) => {
  // a car is read twice in one packet, as by the simulated reader
  reader.on('data', (chunk) => open(chunk.toString('latin1').slice(1).split('\r', 1)[0]!));
});
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ ready: true, port: (server.address() as net.AddressInfo).port })));
