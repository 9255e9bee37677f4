import { once } from 'node:events';
import net, { type Socket } from 'node:net';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readyLineOf, startWithReadyLine } from '@washdesk/local-servers/processes/program';
import type { Workbench } from '@washdesk/workbench/workbench';
import { startFloorBoard, type CoilWatch, type FloorBoard, type RawBoard } from './gate-board.ts';

/**
 * The minimum cost of an opening that a lane decides, from the bytes of a reader in a process of its own: an SQLite look-up, an SQLite
 * insert with `synchronous = FULL`, a Modbus write.
 */
export class LaneFloor {
  readonly board: RawBoard;
  readonly coil: CoilWatch;
  readonly #reader: Socket;
  readonly #stopParts: () => Promise<unknown>;

  private constructor({ board, coil }: FloorBoard, reader: Socket, stopParts: () => Promise<unknown>) {
    this.board = board;
    this.coil = coil;
    this.#reader = reader;
    this.#stopParts = stopParts;
  }

  static async start({ folder }: Workbench, tags: readonly string[]): Promise<LaneFloor> {
    const floor = await startFloorBoard('lane-floor', folder);
    const file = path.join(folder, 'lane-floor.db');
    const database = new DatabaseSync(file);
    database.exec(`PRAGMA journal_mode = WAL;
      CREATE TABLE roster (code TEXT PRIMARY KEY, status TEXT NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE usage (id TEXT PRIMARY KEY, code TEXT NOT NULL) STRICT, WITHOUT ROWID`);
    const put = database.prepare(`INSERT OR IGNORE INTO roster (code, status) VALUES (?, 'active')`);
    for (const tag of tags) put.run(tag);
    database.close();

    const args = [file, String(floor.port)];
    const lane = await startWithReadyLine({ name: 'lane-floor-process', folder, script: 'tests/bench/lane-floor-process.ts', args });
    const reader = net.connect({ port: (readyLineOf(lane) as { port: number }).port, host: '127.0.0.1', noDelay: true });
    await once(reader, 'connect');
    return new LaneFloor(floor, reader, () => Promise.all([floor.stop(), lane.stop()]));
  }

  /** Sends the bytes of a reader. */
  send(bytes: Buffer): void {
    this.#reader.write(bytes);
  }

  async stop(): Promise<void> {
    this.#reader.destroy();
    await this.board.close();
    await this.#stopParts();
  }
}
