import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from './cache-folder.ts';
import { librariesOf, provideUnpacked, type Provided } from './debian-packages.ts';
import { isRoot, rootOnlyFolder } from './unprivileged.ts';

/** Debian's PostgreSQL with the tools for replication and backup, which npm's package lacks. */
export interface PostgresDistribution {
  /** Folder of the programs. */
  readonly bin: string;
  readonly libraries: string;
}

/** Returns PostgreSQL, or the reason in one line if unavailable. */
export async function providePostgres(): Promise<Provided<PostgresDistribution>> {
  // the server does not run as root, and must reach its programs
  const root = path.join(isRoot() ? rootOnlyFolder() : cacheFolder(), `debian-postgres-${process.arch}`);
  return provideUnpacked('PostgreSQL', { root, packages }, () => {
    const versions = path.join(root, 'usr/lib/postgresql');
    return { bin: path.join(versions, readdirSync(versions)[0] ?? '', 'bin'), libraries: librariesOf(root) };
  });
}

/** Libraries of libraries, which the packages do not depend on directly. */
const furtherLibraries = ['libsasl2-2', 'libkrb5-3', 'libk5crypto3', 'libkrb5support0', 'libkeyutils1', 'libcom-err2'];

async function packages(): Promise<string[]> {
  const major = /postgresql-(\d+)/.exec(await dependencies('postgresql'))?.[1];
  if (!major) throw new Error('no PostgreSQL package found');
  const servers = [`postgresql-${major}`, `postgresql-client-${major}`];
  const libraries = (await dependencies(...servers)).match(/(?<=Depends: )lib(?!c6|llvm|gcc|stdc)\S+/g) ?? [];
  return [...new Set([...servers, ...libraries, ...furtherLibraries])];
}

async function dependencies(...names: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('apt-cache', ['depends', '--important', ...names]);
  return stdout;
}
