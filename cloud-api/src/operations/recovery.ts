import type { Logger } from 'pino';
import { WorkLoop } from '../db/work-loop.ts';
import type { Operations } from './operations.ts';

const atOnce = 8;
const everyMs = 1_000;

/** Takes up operations that were left behind: by a process that was killed, a provider that did not answer. */
export const recoveryOf = (operations: Operations, log: Logger): WorkLoop =>
  new WorkLoop({
    round: () => operations.recover(atOnce),
    everyMs,
    onTrouble: (error) => log.warn({ err: error }, 'operations cannot be recovered at the moment'),
  });
