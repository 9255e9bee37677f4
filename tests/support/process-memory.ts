import { readFileSync } from 'node:fs';

/** Returns the memory of a process in bytes, now and at its peak. Linux only. */
export function memoryOf(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const bytes = (name: string): number => {
    const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status) ?? [];
    if (kilobytes === undefined) throw new Error(`Process ${pid} has no ${name}`);
    return Number(kilobytes) * 1_024;
  };
  return { now: bytes('VmRSS'), most: bytes('VmHWM') };
}
