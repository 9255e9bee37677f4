import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { processIdentity } from './process-identity.ts';
import { until } from './wait.ts';

/**
 * Runs `work` while no other process holds the lock `name` in `folder`. A lock whose holder was killed is broken.
 * @throws Error when another holder keeps it longer than `withinMs`
 */
export async function withLock<T>(folder: string, name: string, withinMs: number, work: () => Promise<T>): Promise<T> {
  mkdirSync(folder, { recursive: true });
  const lock = path.join(folder, `${name}.lock`);
  await until(() => take(lock), { what: `the lock ${lock} is free`, withinMs, everyMs: 100 });
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

interface Holder {
  readonly pid: number;
  readonly identity: string | null;
}

function take(lock: string): true | null {
  const me: Holder = { pid: process.pid, identity: processIdentity(process.pid) };
  try {
    writeFileSync(lock, JSON.stringify(me), { flag: 'wx' });
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    if (isAbandoned(lock)) rmSync(lock, { force: true });
    return null;
  }
}

function isAbandoned(lock: string): boolean {
  try {
    const { pid, identity } = JSON.parse(readFileSync(lock, 'utf8')) as Holder;
    return identity !== null && processIdentity(pid) !== identity;
  } catch {
    // Just released, or its holder has created it and not yet written its name.
    return false;
  }
}
