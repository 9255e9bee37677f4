import { readdirSync, readFileSync } from 'node:fs';

/** Every process that a run starts, directly or through others, inherits this variable. */
export const markVariable = 'RUN_MARK';

export interface MarkedProcess {
  readonly pid: number;
  readonly command: string;
}

/** All processes that carry the mark; on systems other than Linux nobody can tell, and there are none. */
export function markedProcesses(mark: string): MarkedProcess[] {
  if (process.platform !== 'linux') return [];
  const wanted = `${markVariable}=${mark}`;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        // A process that has ended and was not yet waited for has an empty environment.
        if (!readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(wanted)) return [];
        return [{ pid: Number(pid), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() }];
      } catch {
        // The process has ended meanwhile, or belongs to somebody else.
        return [];
      }
    });
}
