import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from './cache-folder.ts';
import { librariesOf, reasonOf, unpackPackages } from './debian-packages.ts';

const run = promisify(execFile);

/** Firebird 3, unpacked into a private folder. */
export interface PrivateFirebird {
  readonly kind: 'private';
  /** Contains `usr/sbin/firebird` and the rest of Debian's packages. */
  readonly root: string;
  readonly libraries: string;
}

/** A Firebird server configured by WASHDESK_FIREBIRD_HOST and its related variables. */
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
 * Returns Firebird for the workbench: the configured server, otherwise Debian's packages, downloaded and unpacked without root permissions
 * once per user and shared by all runs. If neither is available, the result contains the reason in one line.
 */
export async function provideFirebird(cache = cacheFolder()): Promise<PrivateFirebird | ExistingFirebird | NoFirebird> {
  const existing = existingFirebird(process.env);
  if (existing) return existing;
  const root = path.join(cache, `firebird-3.0-${process.arch}`);
  try {
    await unpackPackages(root, async () => [...PACKAGES, await icuPackage()]);
    return { kind: 'private', root, libraries: librariesOf(root) };
  } catch (error) {
    return { missing: `Firebird cannot be provided here (${reasonOf(error)}); name a server by WASHDESK_FIREBIRD_HOST.` };
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

/** Returns the only package whose name changes with Debian's release (72 in Debian 12). */
async function icuPackage(): Promise<string> {
  const { stdout } = await run('apt-cache', ['depends', '--important', 'firebird3.0-server-core', 'firebird3.0-utils', 'libfbclient2']);
  const name = /libicu\d+/.exec(stdout)?.[0];
  if (!name) throw new Error('no ICU package found');
  return name;
}
