import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { required } from '@washdesk/local-servers/debian-packages';
import { freePort } from '@washdesk/local-servers/ports';
import { createDatabase } from '@washdesk/local-servers/postgres';
import { providePostgres } from '@washdesk/local-servers/postgres-distribution';
import type { Launched } from '@washdesk/local-servers/processes/launch';
import { ROOT, runProgram } from '@washdesk/local-servers/processes/program';
import { unprivilegedFolder } from '@washdesk/local-servers/unprivileged';
import { makeCompany } from '@washdesk/simulators/company/company';
import { Backups } from '@washdesk/site-agent/journal/backups';
import { Journal } from '@washdesk/site-agent/journal/journal';
import { PostgresServer } from '@washdesk/test-support/postgres-server';
import { sizeOf } from '@washdesk/test-support/sizes';
import { until } from '@washdesk/test-support/until';
import { seedCloud } from '@washdesk/workbench/seed/seed-cloud';
import { answers, query } from './replicated-database.ts';

const size = sizeOf('restore');
const database = 'washdesk';
const noLog = pino({ level: 'silent' });
let folder: string;
let backups: string;
let original: PostgresServer;
let restored: PostgresServer;
let wal: Launched | null = null;

async function server(name: string): Promise<PostgresServer> {
  const place = path.join(folder, name);
  mkdirSync(place);
  return new PostgresServer(required(await providePostgres()), place, await freePort());
}

const script = (name: string, args: readonly string[], settings = ''): Promise<void> =>
  original.run('sh', ['-c', `${settings}\n${readFileSync(path.join(ROOT, 'deploy/production', name), 'utf8')}`, name, ...args]);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'washdesk-restore-'));
  original = await server('original');
  restored = await server('restored');
  backups = unprivilegedFolder(path.join(folder, 'backups'));
  await original.create();
  await original.start(answers(original));
  await createDatabase(original.url(), database);
  const env = { WASHDESK_DATABASE_URL: original.url(database) };
  await runProgram({ name: 'migrate', folder, script: 'cloud-api/src/cli/migrate.ts', env });
  await seedCloud(original.url(database), makeCompany({ now: new Date(), members: 200, taxed: false }));
});
afterAll(async () => {
  await wal?.stop();
  for (const one of [original, restored]) {
    await one.stop();
    rmSync(path.dirname(one.data), { recursive: true, force: true });
  }
  rmSync(backups, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
});

const insertNote = `insert into note (id, customer, note, attention, agent, created)
  values ($1, 'cus_backup', 'Written during the backup', false, 'Sam', now())`;

/** Starts the service that streams the write-ahead log to the backup. From then on commits wait for it. */
async function streamLog(): Promise<void> {
  await original.run('pg_receivewal', ['--slot=backup', '--create-slot']);
  wal = await original.launch('pg_receivewal', ['--synchronous', '--slot=backup', '-D', path.join(backups, 'wal')]);
  await query(original.url(), `alter system set synchronous_standby_names = 'pg_receivewal'`);
  await query(original.url(), 'select pg_reload_conf()');
  await until('commits wait for the backup', async () => {
    const rows = await query(original.url(), `select from pg_stat_replication where sync_state = 'sync'`);
    return rows.length || null;
  });
}

/** Inserts notes until the server is gone. @returns ids of the acknowledged ones */
async function writeNotes(acknowledged: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: original.url(database) });
  client.on('error', () => undefined);
  await client.connect();
  try {
    for (;;) {
      const id = randomUUID();
      await client.query(insertNote, [id]);
      acknowledged.push(id);
    }
  } catch {
    // the server was killed
  }
}

/** Returns every row of every table as text. */
async function rowsOf(one: PostgresServer): Promise<Map<string, string[]>> {
  const url = one.url(database);
  const tables = await query<{ name: string }>(
    url,
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const rows = new Map<string, string[]>();
  for (const { name } of tables) {
    const read = await query<{ row: string }>(url, `select t::text as row from "${name}" t order by 1`);
    rows.set(
      name,
      read.map(({ row }) => row),
    );
  }
  return rows;
}

const idOf = (row: string): string => row.slice(1, 37);

describe('a backup of PostgreSQL', () => {
  it('fails while no log arrives', async () => {
    await expect(script('backup.sh', [backups], 'WAIT=1')).rejects.toThrow('is pg_receivewal running?');
  });

  it('is restored to the last commit, row by row', async () => {
    await streamLog();
    const acknowledged: string[] = [];
    const writers = Array.from({ length: 4 }, () => writeNotes(acknowledged));
    await script('backup.sh', [backups]);
    const atBackup = acknowledged.length;
    await until('more is written after the base backup', () => (acknowledged.length > atBackup + size.writes ? true : null));
    await original.kill();
    await Promise.all(writers);
    await wal?.kill();

    await script('restore.sh', [backups, restored.data]);
    await restored.start(answers(restored));
    // the server that was killed has everything, because its disk survived
    await original.start(answers(original));
    const [after, before] = [await rowsOf(restored), await rowsOf(original)];
    const notes = new Set(after.get('note'));
    const ids = new Set([...notes].map(idOf));
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
    // a commit that still waited for the backup may be on the disk of the killed server alone
    before.set(
      'note',
      before.get('note')!.filter((row) => notes.has(row)),
    );
    expect(before.get('usage')).not.toEqual([]);
    expect(after).toEqual(before);
    console.log(
      `${acknowledged.length} commits, ${acknowledged.length - atBackup} of them after the base backup; ${after.size} tables compared`,
    );
  });

  it('fails when the log has stopped arriving', async () => {
    await expect(script('backup.sh', [backups], 'WAIT=1')).rejects.toThrow('is pg_receivewal running?');
  });

  it('is not restored over data', async () => {
    await expect(script('restore.sh', [backups, restored.data])).rejects.toThrow('is not empty');
  });
});

describe('the daily copy of an agent’s journal', () => {
  it('has every event, and is used in another folder', async () => {
    const [place, copies] = ['journal', 'journal-copy'].map((name) => path.join(folder, name)) as [string, string];
    mkdirSync(place);
    const options = { site: 12, clock: { now: () => new Date() }, cloudTime: () => Date.now(), log: noLog };
    const journal = new Journal({ ...options, folder: place });
    for (let job = 0; job < size.writes; job += 1) {
      const payload = { job: `job-${job}`, printer: 'printer', state: 'printed', reason: null } as const;
      journal.record({ kind: 'print-result', source: 'printer', payload });
    }
    const events = journal.outbox.after(0, size.writes).map(({ seq, kind, payload }) => ({ seq, kind, payload }));
    const problems: (string | null)[] = [];
    const copying = new Backups({ journal, folder: copies, onProblem: (cause) => problems.push(cause), log: noLog });
    copying.start();
    await copying.stop();
    journal.close();
    rmSync(place, { recursive: true });

    const moved = new Journal({ ...options, folder: copies });
    expect(moved.outbox.after(0, size.writes).map(({ seq, kind, payload }) => ({ seq, kind, payload }))).toEqual(events);
    expect(events).toHaveLength(size.writes);
    expect(problems).toEqual([null]);
    moved.close();
  });
});
