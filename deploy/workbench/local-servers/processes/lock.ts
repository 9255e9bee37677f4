import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { until } from './wait.ts';

/**
 * Runs `work` while no other process has the lock `name` in `folder`. The lock is SQLite's on an empty database: the kernel releases it
 * when its process ends, however it ends.
 * @throws Error if another process keeps it longer than `withinMs`
 */
export async function withLock<T>(folder: string, name: string, withinMs: number, work: () => Promise<T>): Promise<T> {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${name}.lock.db`);
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    await until(() => take(lock), { what: `the lock ${file} is free`, withinMs, everyMs: 100 });
    return await work();
  } finally {
    lock.close();
  }
}

const SQLITE_BUSY = 5;

function take(lock: DatabaseSync): true | null {
  try {
    lock.exec('begin exclusive');
    return true;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return null;
    throw error;
  }
}
