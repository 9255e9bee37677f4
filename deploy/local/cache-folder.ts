import os from 'node:os';
import path from 'node:path';

/** Files that all runs of this user share and could make again: unpacked packages, seeded databases. */
export function cacheFolder(): string {
  const base = process.env['XDG_CACHE_HOME'] ?? path.join(os.homedir(), '.cache');
  return path.join(base, 'washdesk');
}
