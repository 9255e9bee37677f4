import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, constants, cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client, escapeIdentifier } from 'pg';
import { freePort, LOOPBACK } from './ports.ts';
import { postgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import { launch, type Launched, type Running } from './processes/launch.ts';
import { endProcess } from './processes/pid-record.ts';
import { processIdentity } from './processes/process-identity.ts';
import { scaledTimeout } from './processes/timeouts.ts';
import { until } from './processes/wait.ts';
import { giveToUnprivileged, unprivilegedFolder, unprivilegedUser } from './unprivileged.ts';

export interface PostgresOptions {
  /** The server's data and settings, reused by a second start. */
  readonly folder: string;
  /** Folder of its log and its pid record; default `folder`. */
  readonly run?: string;
  /** Default: a free port. */
  readonly port?: number;
  /** If false, a commit does not wait for the disk, which is faster; for tests, which lose no power. */
  readonly durable?: boolean;
  /** Server settings, if those of a small company are not enough. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface Postgres extends Running {
  readonly port: number;
  /** Returns a connection string; `postgres` is the database that always exists. */
  url(database?: string): string;
}

const USER = 'washdesk';

/**
 * Starts a private PostgreSQL server on the loopback address, durable by default as in production. Stops an orphan of an earlier, killed
 * run in the same folder first.
 * @throws Error with the server's own message if it does not start
 */
export async function startPostgres({ folder, run, port, durable = true, settings = {} }: PostgresOptions): Promise<Postgres> {
  const home = unprivilegedFolder(folder);
  const data = path.join(home, 'data');
  const binaries = postgresBinaries();
  const password = passwordOf(home);
  if (!existsSync(path.join(data, 'PG_VERSION'))) await initialise(binaries, home, durable);
  await endOrphan(data);

  const listening = port ?? (await freePort());
  const url = (database = 'postgres'): string => `postgres://${USER}:${password}@${LOOPBACK}:${listening}/${database}`;
  const place = { home, run: run ?? home, port: listening, durable, settings };
  const server = await until(() => startUnlessHeld(binaries, place, url()), {
    what: 'the killed server lets go of its data',
  });
  return { ...server, port: listening, url };
}

/**
 * Returns null while workers of a just killed server still have its shared memory attached; they end on their own.
 * @throws Error for any other start failure
 */
async function startUnlessHeld(binaries: PostgresBinaries, place: ServerPlace, url: string): Promise<Launched | null> {
  const server = await startServer(binaries, place);
  try {
    await server.ready(() => answers(url));
    return server;
  } catch (error) {
    if (server.output().includes('pre-existing shared memory block')) return null;
    throw error;
  }
}

/** Ends the server running in `folder`, if any, and removes its data. */
export async function erasePostgres(folder: string): Promise<void> {
  const home = unprivilegedFolder(folder);
  await endOrphan(path.join(home, 'data'));
  rmSync(home, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}

function passwordOf(home: string): string {
  const file = path.join(home, 'password');
  if (!existsSync(file)) writeFileSync(file, randomBytes(18).toString('base64url'), { mode: 0o600 });
  const user = unprivilegedUser();
  if (user) chownSync(file, user.uid, user.gid);
  return readFileSync(file, 'utf8');
}

/** Prepares the data under another name first: an interrupted start begins again instead of finding half a cluster. */
async function initialise({ initdb }: PostgresBinaries, home: string, durable: boolean): Promise<void> {
  const unfinished = path.join(home, 'data.unfinished');
  rmSync(unfinished, { recursive: true, force: true });
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const disk = durable ? [] : ['--no-sync'];
  const login = ['-U', USER, '--auth=scram-sha-256', `--pwfile=${path.join(home, 'password')}`];
  await promisify(execFile)(initdb, ['-D', unfinished, ...login, ...locale, ...disk, '--no-instructions'], {
    cwd: home,
    ...unprivilegedUser(),
  });
  renameSync(unfinished, path.join(home, 'data'));
}

/**
 * Removes `postmaster.pid`, which survives a kill -9 of the server or of its starter. A server that still runs is stopped by SIGINT
 * (`pg_ctl stop -w` can hang); if another program has its pid now, only the file is removed.
 */
async function endOrphan(data: string): Promise<void> {
  const file = path.join(data, 'postmaster.pid');
  // Windows cannot identify the owner of a pid; there PostgreSQL checks its file
  if (!existsSync(file) || process.platform === 'win32') return;
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
  if (isServerOf(pid, data)) await endProcess(pid, { stopSignal: 'SIGINT', graceMs: 10_000 });
  rmSync(file, { force: true });
}

function isServerOf(pid: number, data: string): boolean {
  if (processIdentity(pid) === null) return false;
  if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(data);
  return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(data);
}

interface ServerPlace {
  readonly home: string;
  readonly run: string;
  readonly port: number;
  readonly durable: boolean;
  readonly settings: Readonly<Record<string, string>>;
}

function startServer({ postgres }: PostgresBinaries, { home, run, port, durable, settings }: ServerPlace): Promise<Launched> {
  const all = {
    listen_addresses: LOOPBACK,
    port: String(port),
    unix_socket_directories: '',
    shared_buffers: '64MB',
    max_connections: '60',
    min_wal_size: '32MB',
    log_destination: 'stderr',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...settings,
  };
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return launch({
    name: 'postgres',
    folder: run,
    program: postgres,
    args: ['-D', path.join(home, 'data'), ...args],
    cwd: home,
    user: unprivilegedUser(),
    // "Fast shutdown": sessions are cut, everything committed is on disk.
    stopSignal: 'SIGINT',
    graceMs: 10_000,
  });
}

async function answers(url: string): Promise<true | null> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: scaledTimeout(10_000) });
  try {
    await client.connect();
    return true;
  } catch {
    // the server is not listening yet, or still recovering
    return null;
  } finally {
    await client.end();
  }
}

export async function createDatabase(url: string, name: string): Promise<void> {
  await execute(url, `create database ${escapeIdentifier(name)}`);
}

/**
 * Copies the database `template` under a new name on the server of `url`, so that every test gets its own seeded database. Copies its
 * files, which is faster than through the log.
 */
export async function createDatabaseFromTemplate(url: string, name: string, template: string): Promise<void> {
  await execute(url, `create database ${escapeIdentifier(name)} template ${escapeIdentifier(template)} strategy file_copy`);
}

/** Drops a database, and ends the connections that a killed program left. */
export async function dropDatabase(url: string, name: string): Promise<void> {
  await execute(url, `drop database ${escapeIdentifier(name)} with (force)`);
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Copies the data of a stopped server, as a template for `restorePostgres`. */
export function savePostgres(folder: string, template: string): void {
  cpSync(unprivilegedFolder(folder), template, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (file) => !file.endsWith('.log'),
  });
}

/** Copies a saved server's data and password into an empty `folder`. */
export function restorePostgres(template: string, folder: string): void {
  const home = unprivilegedFolder(folder);
  cpSync(template, home, { recursive: true, mode: constants.COPYFILE_FICLONE });
  // PostgreSQL rejects data with another owner or a wider mode, and the copy has both
  chmodSync(path.join(home, 'data'), 0o700);
  giveToUnprivileged(home);
}
