import os from 'node:os';
import path from 'node:path';

/** Returns the folder of files that all of this user's runs share and could create again: unpacked packages, seeded databases. */
export function cacheFolder(): string {
  const base = process.env['XDG_CACHE_HOME'] ?? path.join(os.homedir(), '.cache');
  return path.join(base, 'washdesk');
}

/** Returns variables for a Node process that keep compiled code between runs, which halves the start time. */
export function compileCache(): { NODE_COMPILE_CACHE: string } {
  return { NODE_COMPILE_CACHE: path.join(cacheFolder(), 'compiled') };
}
