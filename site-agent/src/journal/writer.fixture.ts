import { execFileSync } from 'node:child_process';
import { argv, pid, stdout } from 'node:process';
import { noLog } from '../testing/support.ts';
import { Journal } from './journal.ts';

/**
 * Writes as fast as possible, and prints each number once the journal has it, until a test kills it: events with a settled action each, or
 * with a second argument events alone, on a disk that is full from that number on.
 */
const [, , folder = '', fullFrom] = argv;
const journal = new Journal({ folder, site: 12, clock: { now: () => new Date() }, cloudTime: () => Date.now(), log: noLog });

for (let n = 1; ; n += 1) {
  const job = `action-${n}`;
  const event = { kind: 'print-result', source: 'printer', payload: { job, printer: 'printer', state: 'printed', reason: null } } as const;
  // 4096 is the marker's length: no other file can grow, as on a full disk
  if (n === Number(fullFrom)) execFileSync('prlimit', ['--pid', String(pid), '--fsize=4096:unlimited']);
  if (fullFrom) journal.record(event);
  else {
    journal.begin(job);
    journal.settle(job, n, event);
  }
  stdout.write(`${n}\n`);
  // lets the line be written: Node writes to a pipe between two turns of the event loop
  await new Promise((resolve) => setImmediate(resolve));
}
