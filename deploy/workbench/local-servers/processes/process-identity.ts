import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * A process id alone proves nothing: ids are given out again. The identity adds the moment the process began, so that
 * an id remembered on disk is never used against a stranger's process.
 * @returns null when there is no such process, or when this system cannot tell
 */
export function processIdentity(pid: number): string | null {
  try {
    return process.platform === 'linux' ? linuxIdentity(pid) : startedAt(pid);
  } catch {
    // No such process: the file is gone, or ps found nothing.
    return null;
  }
}

/** Fields 3 and 22 of /proc/<pid>/stat: state and start in clock ticks since boot. The name before them may hold blanks. */
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
