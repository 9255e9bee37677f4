import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Returns an identity of a process. A process id alone proves nothing, since ids are reused. The identity adds the start time, so that an
 * id stored on disk is never used against an unrelated process.
 * @returns null if there is no such process, or if this system does not report it
 */
export function processIdentity(pid: number): string | null {
  try {
    return process.platform === 'linux' ? linuxIdentity(pid) : startedAt(pid);
  } catch {
    // no such process: the file is missing, or ps found nothing
    return null;
  }
}

/** Reads fields 3 and 22 of /proc/<pid>/stat: state and start in clock ticks since boot. The name before them may contain blanks. */
function linuxIdentity(pid: number): string | null {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const isZombie = fields[0] === 'Z';
  return isZombie ? null : `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${fields[19]}`;
}

function startedAt(pid: number): string | null {
  if (process.platform === 'win32') return null;
  return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
}
