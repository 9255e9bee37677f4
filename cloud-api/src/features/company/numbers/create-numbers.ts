import type { Logger } from 'pino';
import { getNumbers, numberMembers } from '@washdesk/contracts/company/numbers';
import { WorkLoop } from '../../../common/work-loop.ts';
import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import { route } from '../../../http/route.ts';
import type { Clock } from '../../../ports/clock.ts';
import { NumberCount } from './number-count.ts';
import { NumbersService } from './numbers.service.ts';

interface Dependencies {
  db: Db;
  clock: Clock;
  log: Logger;
}

const lookedForDueEveryMs = 60_000;

/** Company metrics: members who join, stay and leave, and what they pay (docs/rules/company.md#metrics). */
export function createNumbers({ db, clock, log }: Dependencies): Feature {
  const numbers = new NumbersService(db);
  const count = new NumberCount({ db, clock });
  const loop = new WorkLoop({
    round: () => count.round(),
    everyMs: lookedForDueEveryMs,
    onTrouble: (error) => log.warn({ err: error }, 'Counting the numbers of a site failed, retrying later'),
  });
  return {
    routes: [route(getNumbers, ({ query }) => numbers.numbers(query.site)), route(numberMembers, ({ query }) => numbers.members(query))],
    loops: [loop],
  };
}
