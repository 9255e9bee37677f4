import os from 'node:os';
import path from 'node:path';

/** Files that all runs of this user share and could make again: unpacked packages, seeded databases. */
export function cacheFolder(): string {
  const base = process.env['XDG_CACHE_HOME'] ?? path.join(os.homedir(), '.cache');
  return path.join(base, 'washdesk');
}

/** For the environment of a Node process: what Node compiled is kept between runs, which halves the start of a program. */
export function compileCache(): { NODE_COMPILE_CACHE: string } {
  return { NODE_COMPILE_CACHE: path.join(cacheFolder(), 'compiled') };
}
