import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { databaseFile } from './firebird-databases.ts';
import type { ExistingFirebird, PrivateFirebird } from './firebird-distribution.ts';
import { firebirdEnvironment, isqlOf, prepareInstance, SYSDBA, type FirebirdInstance } from './firebird-instance.ts';
import { runIsql, type Isql } from './isql.ts';
import { accepts, freePort, LOOPBACK } from './ports.ts';
import { launch, type Running } from './processes/launch.ts';
import { endOrphans } from './processes/pid-record.ts';

export interface FirebirdOptions {
  readonly distribution: PrivateFirebird | ExistingFirebird;
  /** Configuration, users and databases of this server, reused by a second start. */
  readonly folder: string;
  /** Name of this server in its log and its pid record in `run`. */
  readonly name?: string;
  /** Folder of its log and its pid record; default `folder`. */
  readonly run?: string;
  /** Default: a free port. */
  readonly port?: number;
}

export interface FirebirdAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** Returns the path of a database as the server sees it, which a client attaches. */
  databasePath(name: string): string;
  /**
   * Creates a database (UTF8, 8 KB pages) and runs `sql` in it, a script for isql (SET TERM allowed).
   * @throws Error with Firebird's own message; the script stops at its first error
   */
  createDatabase(name: string, sql: string): Promise<void>;
  /** Removes a database if it exists. */
  dropDatabase(name: string): Promise<void>;
}

export interface Firebird extends FirebirdAddress, Running {}

/** Starts a Firebird 3 server on the loopback address and first ends an orphan of an earlier, killed run in the same folder. */
export async function startFirebird({ distribution, folder, name = 'firebird', run = folder, port }: FirebirdOptions): Promise<Firebird> {
  if (distribution.kind === 'existing') return existing(distribution);
  mkdirSync(folder, { recursive: true });
  await endOrphans(folder);
  const instance = { distribution, folder, port: port ?? (await freePort()) };
  await prepareInstance(instance);
  const server = await launch({
    name,
    folder: run,
    program: path.join(distribution.root, 'usr/sbin/firebird'),
    args: [],
    cwd: folder,
    env: firebirdEnvironment(instance),
    // Firebird 3 ignores SIGTERM in about half of its starts; a kill loses nothing committed.
    graceMs: 700,
  });
  await server.ready(async () => ((await accepts(instance.port)) ? true : null));
  return { ...server, ...privateAddress(instance) };
}

function privateAddress(instance: FirebirdInstance): FirebirdAddress {
  const { folder, port } = instance;
  const login = { host: LOOPBACK, port, ...SYSDBA };
  return address(login, isqlOf(instance), (name) => databaseFile(folder, name));
}

/** Returns a server that is managed elsewhere: it is used, but never started or stopped. */
function existing({ folder, isql, host, port, user, password }: ExistingFirebird): Firebird {
  const client = { program: isql, env: { ...process.env, LC_ALL: 'C.UTF-8' } };
  return {
    ...address({ host, port, user, password }, client, (name) => path.posix.join(folder, `${name}.fdb`)),
    pid: 0,
    exited: new Promise(() => undefined),
    isRunning: () => true,
    stop: () => Promise.resolve(),
    kill: () => Promise.resolve(),
    signal: () => undefined,
  };
}

type Login = Pick<FirebirdAddress, 'host' | 'port' | 'user' | 'password'>;

function address(login: Login, isql: Isql, databasePath: (name: string) => string): FirebirdAddress {
  const { host, port, user, password } = login;
  const named = (name: string): string => `'${host}/${port}:${databasePath(name)}' USER '${user}' PASSWORD '${password}'`;
  return {
    ...login,
    databasePath,
    createDatabase: (name, sql) => runIsql(isql, ['-ch', 'UTF8'], creation(named(name), sql)),
    async dropDatabase(name) {
      try {
        await runIsql(isql, [], `CONNECT ${named(name)}; DROP DATABASE;`);
      } catch (error) {
        if (!NO_SUCH_DATABASE.test(String(error))) throw error;
      }
    },
  };
}

const NO_SUCH_DATABASE = /No such file or directory/;

function creation(named: string, sql: string): string {
  return [
    `CREATE DATABASE ${named} PAGE_SIZE 8192 DEFAULT CHARACTER SET UTF8;`,
    // The first parallel attaches to a closed database take about a second, so it stays open.
    'ALTER DATABASE SET LINGER TO 60;',
    'COMMIT;',
    sql,
    'COMMIT;',
  ].join('\n');
}
