import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { processIdentity } from './process-identity.ts';
import { until } from './wait.ts';

/** The stored record of a running process, so that the next start can end it if this process was killed first. */
interface PidRecord {
  readonly pid: number;
  readonly identity: string;
  /** Identity of the process that started it. */
  readonly owner: string | null;
  readonly stopSignal: NodeJS.Signals;
}

const FILE = /\.pid\.json$/;

export function writePidRecord(folder: string, name: string, pid: number, stopSignal: NodeJS.Signals): void {
  const identity = processIdentity(pid);
  if (identity === null) return;
  const record: PidRecord = { pid, identity, owner: processIdentity(process.pid), stopSignal };
  writeFileSync(pidFile(folder, name), JSON.stringify(record));
}

export function removePidRecord(folder: string, name: string): void {
  rmSync(pidFile(folder, name), { force: true });
}

/**
 * Ends every process that an earlier, killed run left in `folder`; with an `owner`, only those that this process started.
 * @returns their names
 */
export async function endOrphans(folder: string, owner?: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((file) => FILE.test(file));
  const names = await Promise.all(
    files.map(async (file) => {
      const place = path.join(folder, file);
      const text = readFileSync(place, 'utf8');
      const record = JSON.parse(text) as PidRecord;
      if (owner !== undefined && record.owner !== owner) return null;
      const ended = await endOrphan(record);
      // the service may have been started again meanwhile
      if (existsSync(place) && readFileSync(place, 'utf8') === text) rmSync(place);
      return ended ? file.replace(FILE, '') : null;
    }),
  );
  return names.filter((name) => name !== null);
}

async function endOrphan({ pid, identity, stopSignal }: PidRecord): Promise<boolean> {
  if (processIdentity(pid) !== identity) return false;
  await endProcess(pid, { stopSignal, graceMs: 5000 });
  return true;
}

/** Stops the process, and kills it after `graceMs`. Resolves when it has ended. */
export async function endProcess(pid: number, { stopSignal, graceMs }: { stopSignal: NodeJS.Signals; graceMs: number }): Promise<void> {
  const identity = processIdentity(pid);
  const gone = (): true | null => (processIdentity(pid) === identity && identity !== null ? null : true);
  if (gone()) return;
  process.kill(pid, stopSignal);
  try {
    await until(gone, { what: `process ${pid} ends`, withinMs: graceMs });
  } catch {
    // the process did not stop in time, so it is killed
    process.kill(pid, 'SIGKILL');
    await until(gone, { what: `process ${pid} ends after SIGKILL`, withinMs: 60_000 });
  }
}

function pidFile(folder: string, name: string): string {
  return path.join(folder, `${name}.pid.json`);
}
