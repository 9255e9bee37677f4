import { readdirSync, readFileSync } from 'node:fs';

/** Every process of a run inherits this variable, directly or through others. */
export const markVariable = 'RUN_MARK';

export interface MarkedProcess {
  readonly pid: number;
  readonly command: string;
}

/** Returns all processes with the mark; none on systems other than Linux, where this is unknown. */
export function markedProcesses(mark: string): MarkedProcess[] {
  if (process.platform !== 'linux') return [];
  const wanted = `${markVariable}=${mark}`;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        // a process that has ended but was not waited for has an empty environment
        if (!readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(wanted)) return [];
        return [{ pid: Number(pid), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() }];
      } catch {
        // the process has ended meanwhile, or belongs to another user
        return [];
      }
    });
}
