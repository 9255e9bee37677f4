import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDatabaseFromTemplate, erasePostgres, restorePostgres, savePostgres, startPostgres, type Postgres } from './postgres.ts';
import { makeOrphan } from './processes/orphan.fixture.ts';
import { processIdentity } from './processes/process-identity.ts';

let folder: string;
let server: Postgres | undefined;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'washdesk-postgres-'));
});

afterEach(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('startPostgres', () => {
  it('keeps what was committed over a stop and a kill -9, on the same port', async () => {
    server = await startPostgres({ folder });
    const { port } = server;
    await query(server.url(), 'create table wash (id integer); insert into wash values (1)');
    await server.stop();

    server = await startPostgres({ folder, port });
    await query(server.url(), 'insert into wash values (2)');
    await server.kill();
    expect(server.isRunning()).toBe(false);

    server = await startPostgres({ folder, port });
    expect(await query(server.url(), 'select id from wash order by id')).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it('waits for workers that outlive a killed server', async () => {
    server = await startPostgres({ folder, durable: false });
    const { port } = server;
    const client = new Client({ connectionString: server.url() });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const worker = rows[0]!.pid;
    // a suspended worker keeps the server's shared memory attached
    process.kill(worker, 'SIGSTOP');
    await server.kill();
    setTimeout(() => process.kill(worker, 'SIGCONT'), 500);

    server = await startPostgres({ folder, port, durable: false });
    expect(await query(server.url(), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('is durable and answers only to its password', async () => {
    server = await startPostgres({ folder });
    expect(await query(server.url(), 'show fsync')).toEqual([{ fsync: 'on' }]);
    const wrong = server.url().replace(/:[^:@]+@/, ':wrong@');
    await expect(query(wrong, 'select 1')).rejects.toThrow('password authentication failed');
  });

  it('ends the orphan of a killed run and finds its data', async () => {
    const start = `const s = await module.startPostgres({ folder: ${JSON.stringify(folder)}, durable: false }); console.log(s.pid);`;
    const orphan = await makeOrphan(path.join(import.meta.dirname, 'postgres.ts'), start);
    expect(processIdentity(orphan)).not.toBeNull();

    server = await startPostgres({ folder, durable: false });
    expect(processIdentity(orphan)).toBeNull();
    expect(await query(server.url(), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('copies a database from a template', async () => {
    server = await startPostgres({ folder, durable: false });
    await query(server.url(), 'create database seeded');
    await query(server.url('seeded'), 'create table wash (id integer); insert into wash values (7)');
    await createDatabaseFromTemplate(server.url(), 'copy', 'seeded');
    expect(await query(server.url('copy'), 'select id from wash')).toEqual([{ id: 7 }]);
  });

  it.runIf(process.getuid?.() === 0)('finds another place where the unprivileged user cannot reach the folder', async () => {
    const closed = path.join(folder, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const inside = path.join(closed, 'postgres');
    server = await startPostgres({ folder: inside, durable: false });
    await query(server.url(), 'create table wash (id integer)');
    await server.stop();
    expect(existsSync(path.join(inside, 'data'))).toBe(false);
    server = await startPostgres({ folder: inside, durable: false });
    expect(await query(server.url(), 'select count(*)::integer as rows from wash')).toEqual([{ rows: 0 }]);
    await erasePostgres(inside);
    await server.exited;
    expect(server.isRunning()).toBe(false);
  });

  it('lays saved data out elsewhere', async () => {
    server = await startPostgres({ folder, durable: false });
    await query(server.url(), 'create table wash (id integer); insert into wash values (3)');
    await server.stop();
    const template = mkdtempSync(path.join(os.tmpdir(), 'washdesk-template-'));
    savePostgres(folder, template);
    const other = path.join(folder, 'other');
    restorePostgres(template, other);
    rmSync(template, { recursive: true });
    server = await startPostgres({ folder: other, durable: false });
    expect(await query(server.url(), 'select id from wash')).toEqual([{ id: 3 }]);
  });

  it('says what PostgreSQL said when it does not start', async () => {
    server = await startPostgres({ folder, durable: false });
    const other = mkdtempSync(path.join(os.tmpdir(), 'washdesk-postgres-'));
    await expect(startPostgres({ folder: other, port: server.port, durable: false })).rejects.toThrow('Address already in use');
    rmSync(other, { recursive: true });
  });
});
