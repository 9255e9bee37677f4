import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { PrivateFirebird } from './firebird-distribution.ts';
import { runIsql, type Isql } from './isql.ts';
import { LOOPBACK } from './ports.ts';

/** The folder of one server: its configuration, users and databases. */
export interface FirebirdInstance {
  readonly distribution: PrivateFirebird;
  readonly folder: string;
  readonly port: number;
}

export const SYSDBA = { user: 'SYSDBA', password: 'masterkey' };

const PLUGINS = { Engine12: 'Engine12', Srp: 'Srp', Srp256: 'Srp', Legacy_Auth: 'Legacy_Auth', Legacy_UserManager: 'Legacy_UserManager' };

export function firebirdEnvironment({ distribution, folder }: FirebirdInstance): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    HOME: folder,
    // With plain C, isql drops every non-ASCII letter.
    LC_ALL: 'C.UTF-8',
    LD_LIBRARY_PATH: distribution.libraries,
    FIREBIRD: folder,
    FIREBIRD_LOCK: path.join(folder, 'lock'),
    FIREBIRD_TMP: path.join(folder, 'tmp'),
    FIREBIRD_MSG: folder,
  };
}

/** Writes the configuration (the port and the packages' folder may have changed) and creates the users' database once. */
export async function prepareInstance(instance: FirebirdInstance): Promise<void> {
  const { folder, distribution } = instance;
  for (const name of ['data', 'lock', 'tmp']) mkdirSync(path.join(folder, name), { recursive: true });
  copyFileSync(path.join(home(distribution), 'firebird.msg'), path.join(folder, 'firebird.msg'));
  writeFileSync(path.join(folder, 'databases.conf'), '');
  writeFileSync(path.join(folder, 'plugins.conf'), pluginsConf(distribution));
  writeFileSync(path.join(folder, 'firebird.conf'), firebirdConf(instance));
  await createSecurityDatabase(instance);
}

function home(distribution: PrivateFirebird): string {
  return path.join(distribution.libraries, 'firebird/3.0');
}

function securityDatabase(folder: string): string {
  return path.join(folder, 'security3.fdb');
}

/** Returns absolute plugin paths for unpacked packages, because the plugin folder is compiled in. */
function pluginsConf(distribution: PrivateFirebird): string {
  const block = ([name, module]: [string, string]): string =>
    `Plugin = ${name} {\n\tModule = ${path.join(home(distribution), 'plugins', module)}\n}\n`;
  return Object.entries(PLUGINS).map(block).join('');
}

/** Legacy_Auth only: with Srp node-firebird cannot log in users whose salt begins with a zero, and mixed lists can hang it. */
function firebirdConf({ folder, port }: FirebirdInstance): string {
  const settings = {
    ServerMode: 'Super',
    RemoteServicePort: port,
    RemoteBindAddress: LOOPBACK,
    RemoteAuxPort: 0,
    AuthServer: 'Legacy_Auth',
    AuthClient: 'Legacy_Auth',
    UserManager: 'Legacy_UserManager',
    WireCrypt: 'Disabled',
    SecurityDatabase: securityDatabase(folder),
    DatabaseAccess: 'Full',
    IpcName: `FB${port}`,
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('');
}

/** Creates the database and writes the marker file last: an interrupted start begins again. */
async function createSecurityDatabase(instance: FirebirdInstance): Promise<void> {
  const { folder, distribution } = instance;
  const database = securityDatabase(folder);
  const marker = `${database}.ready`;
  if (existsSync(marker)) return;
  rmSync(database, { force: true });
  const isql = isqlOf(instance);
  const asSysdba = ['-user', SYSDBA.user];
  await runIsql(isql, asSysdba, `create database '${database}';`);
  await runIsql(isql, [...asSysdba, '-i', path.join(distribution.root, 'usr/share/firebird/3.0/security.sql'), database], '');
  const createUser = `create or alter user ${SYSDBA.user} password '${SYSDBA.password}' using plugin Legacy_UserManager;`;
  await runIsql(isql, [...asSysdba, database], createUser);
  writeFileSync(marker, '');
}

export function isqlOf(instance: FirebirdInstance): Isql {
  const { distribution, folder } = instance;
  return { program: path.join(distribution.root, 'usr/bin/isql-fb'), env: firebirdEnvironment(instance), cwd: folder };
}
