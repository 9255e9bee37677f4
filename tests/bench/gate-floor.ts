import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import path from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { connectAsync, type MqttClient } from 'mqtt';
import pg from 'pg';
import { startWithReadyLine } from '@washdesk/local-servers/processes/program';
import { openSecrets } from '@washdesk/workbench/secrets';
import type { Workbench } from '@washdesk/workbench/workbench';
import { startFloorBoard, type CoilWatch, type RawBoard } from './gate-board.ts';

const [topic, replyTopic] = ['wash/v1/12/bench/there', 'wash/v1/12/bench/back'];

/**
 * The minimum cost of an opening, step by step on the same broker and database server: a PostgreSQL commit, an MQTT round trip to another
 * process, an SQLite insert with `synchronous = FULL`, a Modbus write.
 */
export class GateFloor {
  readonly board: RawBoard;
  readonly coil: CoilWatch;
  readonly #database: pg.Client;
  readonly #mqtt: MqttClient;
  readonly #journal: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #stopParts: () => Promise<unknown>;

  private constructor(parts: {
    board: RawBoard;
    coil: CoilWatch;
    database: pg.Client;
    mqtt: MqttClient;
    journal: DatabaseSync;
    stopParts: () => Promise<unknown>;
  }) {
    this.board = parts.board;
    this.coil = parts.coil;
    this.#database = parts.database;
    this.#mqtt = parts.mqtt;
    this.#journal = parts.journal;
    this.#insert = parts.journal.prepare('INSERT INTO seen (id) VALUES (?)');
    this.#stopParts = parts.stopParts;
  }

  static async start(workbench: Workbench): Promise<GateFloor> {
    const { folder } = workbench;
    const { board, coil, stop } = await startFloorBoard('gate-floor', folder);

    const url = `mqtt://127.0.0.1:${workbench.port('broker')}`;
    const password = openSecrets(path.join(folder, 'secrets')).password('broker-cloud');
    const args = [url, 'cloud', password, topic, replyTopic];
    const echo = await startWithReadyLine({ name: 'gate-echo', folder, script: 'tests/bench/gate-echo.ts', args });
    const mqtt = await connectAsync(url, { username: 'cloud', password, protocolVersion: 4 });
    (mqtt.stream as Socket).setNoDelay(true);
    await mqtt.subscribeAsync(replyTopic, { qos: 1 });

    const database = new pg.Client({ connectionString: workbench.databaseUrl() });
    await database.connect();
    await database.query('create table bench_floor (id uuid primary key)');
    const journal = new DatabaseSync(path.join(folder, 'gate-floor.db'));
    journal.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE seen (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID');

    return new GateFloor({ board, coil, database, mqtt, journal, stopParts: () => Promise.all([stop(), echo.stop()]) });
  }

  /** Runs everything up to the coil's ON. */
  async open(): Promise<void> {
    const id = randomUUID();
    await this.#database.query({ name: 'floor', text: 'insert into bench_floor (id) values ($1)', values: [id] });
    const back = new Promise<void>((resolve) => this.#mqtt.once('message', () => resolve()));
    this.#mqtt.publish(topic, id, { qos: 1 });
    await back;
    this.#insert.run(id);
    await this.board.write(true);
  }

  async stop(): Promise<void> {
    await this.board.close();
    await this.#mqtt.endAsync(true);
    await this.#database.end();
    this.#journal.close();
    await this.#stopParts();
  }
}
