import { mkdirSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { required } from '@washdesk/local-servers/debian-packages';
import { freePort } from '@washdesk/local-servers/ports';
import { providePostgres } from '@washdesk/local-servers/postgres-distribution';
import { PostgresServer } from '@washdesk/test-support/postgres-server';
import { startTcpProxy } from '@washdesk/test-support/tcp-proxy';
import { until } from '@washdesk/test-support/until';

export async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Returns a check for the start of a server: whether it answers. */
export const answers = (server: PostgresServer) => (): Promise<true | null> =>
  query(server.url(), 'select 1').then(
    () => true,
    () => null,
  );

/** A primary whose commits wait for a standby, and the address that leads to whichever is in charge. */
export interface ReplicatedDatabase {
  /** As the owner. */
  url(database?: string): string;
  /** The primary's machine fails; after `awayMs` the standby takes over. */
  failOver(awayMs: number): Promise<void>;
  stop(): Promise<void>;
}

export async function startReplicatedDatabase(folder: string): Promise<ReplicatedDatabase> {
  const distribution = required(await providePostgres());
  await using started = new AsyncDisposableStack();
  const server = async (name: string): Promise<PostgresServer> => {
    const place = path.join(folder, name);
    mkdirSync(place, { recursive: true });
    return new PostgresServer(distribution, place, await freePort());
  };
  const [primary, standby] = [await server('primary'), await server('standby')];
  await primary.create();
  await primary.start(answers(primary));
  started.defer(() => primary.stop());
  await standby.follow(primary);
  await standby.start(answers(standby));
  started.defer(() => standby.stop());
  await query(primary.url(), `alter system set synchronous_standby_names = '*'`);
  await query(primary.url(), 'select pg_reload_conf()');
  await until('commits wait for the standby', async () => {
    const rows = await query(primary.url(), `select from pg_stat_replication where sync_state = 'sync'`);
    return rows.length || null;
  });
  const line = await startTcpProxy(primary.port);
  started.defer(() => line.stop());
  const everything = started.move();
  return {
    url(database) {
      const url = new URL(primary.url(database));
      url.port = String(line.port);
      return url.href;
    },
    async failOver(awayMs) {
      line.cut();
      await primary.kill();
      await new Promise((resolve) => setTimeout(resolve, awayMs));
      await query(standby.url(), 'select pg_promote()');
      line.moveTo(standby.port);
      line.restore();
    },
    stop: () => everything.disposeAsync(),
  };
}
