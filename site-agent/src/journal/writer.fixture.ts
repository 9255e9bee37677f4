import { argv, stdout } from 'node:process';
import { noLog } from '../testing/support.ts';
import { Journal } from './journal.ts';

/** Writes events and settles actions as fast as possible, and prints each number once it is on disk, until a test kills it. */
const journal = new Journal({ folder: argv[2] ?? '', site: 12, clock: { now: () => new Date() }, cloudTime: () => Date.now(), log: noLog });

for (let n = 1; ; n += 1) {
  const key = `action-${n}`;
  journal.begin(key);
  journal.settle(key, n, {
    kind: 'print-result',
    source: 'printer',
    payload: { job: key, printer: 'printer', state: 'printed', reason: null },
  });
  stdout.write(`${n}\n`);
  // lets the line be written: Node writes to a pipe between two turns of the event loop
  await new Promise((resolve) => setImmediate(resolve));
}
