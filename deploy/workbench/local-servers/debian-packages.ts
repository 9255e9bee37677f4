import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { withLock } from './processes/lock.ts';
import { isRoot } from './unprivileged.ts';

const run = promisify(execFile);

/**
 * Downloads Debian's packages and unpacks them into `root` without root permissions, once per user; an existing folder stays as it is.
 * @param root its last segment is also the name of the lock
 * @param packages called only if a download is needed
 * @param configure does what the scripts of the packages do, which are not run
 */
export async function unpackPackages(root: string, packages: PackageNames, configure?: (unpacked: string) => void): Promise<void> {
  if (existsSync(root)) return;
  await withLock(path.dirname(root), path.basename(root), 600_000, () => unpack(root, packages, configure));
}

type PackageNames = () => readonly string[] | Promise<readonly string[]>;

/** Returns the packages that this machine lacks for some, with those themselves; the names change with Debian's release. */
export async function missingPackagesOf(...names: string[]): Promise<string[]> {
  await provideLists();
  const { stdout } = await run('apt-get', ['--simulate', 'install', '--no-install-recommends', ...names]);
  return Array.from(stdout.matchAll(/^Inst (\S+)/gm), ([, name]) => name!);
}

/** Unpacks under another name and renames at the end, so that no process finds half a server. */
async function unpack(root: string, packages: PackageNames, configure?: (unpacked: string) => void): Promise<void> {
  if (existsSync(root)) return;
  mkdirSync(path.dirname(root), { recursive: true });
  const work = mkdtempSync(`${root}.`);
  try {
    await provideLists();
    await run('apt-get', ['download', ...(await packages())], { cwd: work });
    const files = readdirSync(work).filter((file) => file.endsWith('.deb'));
    for (const file of files) await run('dpkg', ['-x', file, 'dist'], { cwd: work });
    configure?.(path.join(work, 'dist'));
    renameSync(path.join(work, 'dist'), root);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Provides the lists; a package in every release shows whether they exist. */
async function provideLists(): Promise<void> {
  const { stdout } = await run('apt-cache', ['policy', 'firebird3.0-server']);
  if (/Candidate: \d/.test(stdout)) return;
  if (!isRoot()) throw new Error('package lists are missing, and only root may run apt-get update');
  await run('apt-get', ['update', '-qq']);
}

/** Returns the libraries' folder below `root`. */
export function librariesOf(root: string): string {
  const folder = readdirSync(path.join(root, 'usr/lib')).find((name) => name.endsWith('-linux-gnu'));
  if (!folder) throw new Error(`no libraries in ${root}`);
  return path.join(root, 'usr/lib', folder);
}

/** What was provided, or the reason in one line if unavailable. */
export type Provided<T> = T | { readonly missing: string };

/** Unpacks packages as `unpackPackages` does, and returns what there is of them below `root`. */
export async function provideUnpacked<T>(
  title: string,
  { root, packages, configure }: { root: string; packages: PackageNames; configure?: ((unpacked: string) => void) | undefined },
  inside: (root: string) => T,
): Promise<Provided<T>> {
  try {
    await unpackPackages(root, packages, configure);
    return inside(root);
  } catch (error) {
    return { missing: `${title} cannot be provided here (${reasonOf(error)})` };
  }
}

/** @throws Error with the reason if it is unavailable */
export function required<T extends object>(provided: Provided<T>): T {
  if ('missing' in provided) throw new Error(provided.missing);
  return provided;
}

/** Returns why packages are unavailable, in one line. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'ENOENT') return 'this is no Debian: apt-get is missing';
  const stderr = 'stderr' in error && typeof error.stderr === 'string' ? error.stderr.trim().split('\n').at(-1) : '';
  return stderr || error.message;
}
