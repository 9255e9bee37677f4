import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { startWithReadyLine } from '@washdesk/local-servers/processes/program';
import type { Workbench } from '@washdesk/workbench/workbench';
import { CoilWatch, RawBoard } from './gate-board.ts';

/** The minimum cost of an opening that a lane decides: an SQLite look-up, an SQLite insert with `synchronous = FULL`, a Modbus write. */
export class LaneFloor {
  readonly board: RawBoard;
  readonly coil: CoilWatch;
  readonly #database: DatabaseSync;
  readonly #find: StatementSync;
  readonly #insert: StatementSync;
  readonly #stopBoard: () => Promise<unknown>;

  private constructor(board: RawBoard, coil: CoilWatch, database: DatabaseSync, stopBoard: () => Promise<unknown>) {
    this.board = board;
    this.coil = coil;
    this.#database = database;
    this.#find = database.prepare('SELECT status FROM roster WHERE code = ?');
    this.#insert = database.prepare('INSERT INTO usage (id, code) VALUES (?, ?)');
    this.#stopBoard = stopBoard;
  }

  static async start({ folder }: Workbench, tags: readonly string[]): Promise<LaneFloor> {
    const simulator = await startWithReadyLine({ name: 'lane-floor', folder, script: 'tests/simulators/main.ts', args: ['gate'] });
    const { port, control } = JSON.parse(simulator.output().trim().split('\n').at(-1)!) as { port: number; control: number };
    const board = new RawBoard(0);
    await board.connect(port);
    const database = new DatabaseSync(path.join(folder, 'lane-floor.db'));
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
      CREATE TABLE roster (code TEXT PRIMARY KEY, status TEXT NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE usage (id TEXT PRIMARY KEY, code TEXT NOT NULL) STRICT, WITHOUT ROWID`);
    const put = database.prepare(`INSERT OR IGNORE INTO roster (code, status) VALUES (?, 'active')`);
    for (const tag of tags) put.run(tag);
    return new LaneFloor(board, new CoilWatch(`http://127.0.0.1:${control}`, 0), database, () => simulator.stop());
  }

  /** Runs everything up to the coil's ON. */
  async open(tag: string): Promise<void> {
    if (this.#find.get(tag)?.['status'] !== 'active') throw new Error(`${tag} is not in the roster`);
    this.#insert.run(randomUUID(), tag);
    await this.board.write(true);
  }

  async stop(): Promise<void> {
    await this.board.close();
    this.#database.close();
    await this.#stopBoard();
  }
}
