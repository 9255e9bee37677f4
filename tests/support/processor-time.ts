import { readFile } from 'node:fs/promises';

/** Returns the processor seconds that a process has used: fields 14 and 15, user and system time in hundredths. 0 if it has ended. Linux only. */
export async function processorSecondsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100;
}
