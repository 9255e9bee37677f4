import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from './servers/cache-folder.ts';
import { withLock } from './processes/lock.ts';
import { isRoot } from './servers/unprivileged.ts';

const run = promisify(execFile);

/** Firebird 3 unpacked into a folder of ours. */
export interface PrivateFirebird {
  readonly kind: 'private';
  /** Holds `usr/sbin/firebird` and the rest of Debian's packages. */
  readonly root: string;
  readonly libraries: string;
}

/** A Firebird server that WASHDESK_FIREBIRD_HOST and the variables beside it name. */
export interface ExistingFirebird {
  readonly kind: 'existing';
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** Folder of the databases, as that server sees it. */
  readonly folder: string;
  /** The command-line client on this machine. */
  readonly isql: string;
}

export interface NoFirebird {
  readonly missing: string;
}

const PACKAGES = [
  'firebird3.0-server',
  'firebird3.0-server-core',
  'firebird3.0-utils',
  'libfbclient2',
  'libib-util',
  'libtommath1',
  'libedit2',
  'libbsd0',
  'libmd0',
];

/**
 * Firebird for the workbench: the server that the configuration names, else Debian's packages, downloaded and unpacked
 * without root once a user and shared by all runs. Where neither can be had, the answer says why in one line.
 */
export async function provideFirebird(cache = cacheFolder()): Promise<PrivateFirebird | ExistingFirebird | NoFirebird> {
  const existing = existingFirebird(process.env);
  if (existing) return existing;
  const root = path.join(cache, `firebird-3.0-${process.arch}`);
  try {
    if (!existsSync(root)) await withLock(cache, 'firebird', 180_000, () => unpack(root));
    return { kind: 'private', root, libraries: path.join(root, 'usr/lib', librariesOf(root)) };
  } catch (error) {
    return { missing: `Firebird cannot be provided here (${reason(error)}); name a server by WASHDESK_FIREBIRD_HOST.` };
  }
}

export function existingFirebird(env: NodeJS.ProcessEnv): ExistingFirebird | null {
  const host = env['WASHDESK_FIREBIRD_HOST'];
  if (!host) return null;
  return {
    kind: 'existing',
    host,
    port: Number(env['WASHDESK_FIREBIRD_PORT'] ?? 3050),
    user: env['WASHDESK_FIREBIRD_USER'] ?? 'SYSDBA',
    password: env['WASHDESK_FIREBIRD_PASSWORD'] ?? 'masterkey',
    folder: env['WASHDESK_FIREBIRD_FOLDER'] ?? '/var/lib/firebird/3.0/data',
    isql: env['WASHDESK_FIREBIRD_ISQL'] ?? 'isql-fb',
  };
}

/** Unpacks under another name and renames at the end, so that no process finds half a server. */
async function unpack(root: string): Promise<void> {
  if (existsSync(root)) return;
  mkdirSync(path.dirname(root), { recursive: true });
  const work = mkdtempSync(`${root}.`);
  try {
    await provideLists();
    await run('apt-get', ['download', ...PACKAGES, await icuPackage()], { cwd: work });
    const packages = readdirSync(work).filter((file) => file.endsWith('.deb'));
    for (const file of packages) await run('dpkg', ['-x', file, 'dist'], { cwd: work });
    renameSync(path.join(work, 'dist'), root);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function provideLists(): Promise<void> {
  const { stdout } = await run('apt-cache', ['policy', 'firebird3.0-server']);
  if (/Candidate: \d/.test(stdout)) return;
  if (!isRoot()) throw new Error('the package lists are missing, and only root may run apt-get update');
  await run('apt-get', ['update', '-qq']);
}

/** The only package whose name changes with Debian's release (72 in Debian 12). */
async function icuPackage(): Promise<string> {
  const { stdout } = await run('apt-cache', ['depends', '--important', 'firebird3.0-server-core', 'firebird3.0-utils', 'libfbclient2']);
  const name = /libicu\d+/.exec(stdout)?.[0];
  if (!name) throw new Error('no package of ICU is known');
  return name;
}

function librariesOf(root: string): string {
  const folder = readdirSync(path.join(root, 'usr/lib')).find((name) => name.endsWith('-linux-gnu'));
  if (!folder) throw new Error(`no libraries in ${root}`);
  return folder;
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'ENOENT') return 'this is no Debian: apt-get is missing';
  const stderr = 'stderr' in error && typeof error.stderr === 'string' ? error.stderr.trim().split('\n').at(-1) : '';
  return stderr || error.message;
}
