import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Workbench } from '@washdesk/workbench/workbench';
import { startFloorBoard, type CoilWatch, type FloorBoard, type RawBoard } from './gate-board.ts';

/** The minimum cost of an opening that a lane decides: an SQLite look-up, an SQLite insert with `synchronous = FULL`, a Modbus write. */
export class LaneFloor {
  readonly board: RawBoard;
  readonly coil: CoilWatch;
  readonly #database: DatabaseSync;
  readonly #find: StatementSync;
  readonly #insert: StatementSync;
  readonly #stopBoard: () => Promise<unknown>;

  private constructor({ board, coil, stop }: FloorBoard, database: DatabaseSync) {
    this.board = board;
    this.coil = coil;
    this.#database = database;
    this.#find = database.prepare('SELECT status FROM roster WHERE code = ?');
    this.#insert = database.prepare('INSERT INTO usage (id, code) VALUES (?, ?)');
    this.#stopBoard = stop;
  }

  static async start({ folder }: Workbench, tags: readonly string[]): Promise<LaneFloor> {
    const floor = await startFloorBoard('lane-floor', folder);
    const database = new DatabaseSync(path.join(folder, 'lane-floor.db'));
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
      CREATE TABLE roster (code TEXT PRIMARY KEY, status TEXT NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE usage (id TEXT PRIMARY KEY, code TEXT NOT NULL) STRICT, WITHOUT ROWID`);
    const put = database.prepare(`INSERT OR IGNORE INTO roster (code, status) VALUES (?, 'active')`);
    for (const tag of tags) put.run(tag);
    return new LaneFloor(floor, database);
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
