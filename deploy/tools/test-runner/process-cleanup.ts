import { setTimeout as sleep } from 'node:timers/promises';
import { markedProcesses } from './marked-processes.ts';

/**
 * Runs `node process-cleanup.ts <mark>`: waits until its stdin ends, when the run is over or its starter has ended, even by kill -9. Then
 * kills every process that still has the mark, and prints their names.
 */
const graceMs = 3_000;
const [mark] = process.argv.slice(2);
if (!mark) throw new Error('Usage: node process-cleanup.ts <mark>');
process.stdin.resume();
await new Promise((resolve) => process.stdin.once('close', resolve));

const end = performance.now() + graceMs;
while (markedProcesses(mark).length > 0 && performance.now() < end) await sleep(50);
for (let left = markedProcesses(mark); left.length > 0; left = markedProcesses(mark)) {
  for (const { pid, command } of left) {
    console.log(`${pid} ${command}`);
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // the process has ended
    }
  }
  await sleep(50);
}
