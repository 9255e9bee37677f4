import type { Logger } from 'pino';
import { getMetrics, metricMembers } from '@washdesk/contracts/company/metrics';
import { WorkLoop } from '../../../common/work-loop.ts';
import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import { route } from '../../../http/route.ts';
import type { Clock } from '../../../ports/clock.ts';
import { MetricCount } from './metric-count.ts';
import { MetricsService } from './metrics.service.ts';

interface Dependencies {
  db: Db;
  clock: Clock;
  log: Logger;
}

const lookedForDueEveryMs = 60_000;

/** Company metrics: members who join, stay and leave, and what they pay (docs/rules/company.md#metrics). */
export function createMetrics({ db, clock, log }: Dependencies): Feature {
  const metrics = new MetricsService(db);
  const count = new MetricCount({ db, clock });
  const loop = new WorkLoop({
    round: () => count.round(),
    everyMs: lookedForDueEveryMs,
    onTrouble: (error) => log.warn({ err: error }, 'Counting the metrics of a site failed, retrying later'),
  });
  return {
    routes: [route(getMetrics, ({ query }) => metrics.metrics(query.site)), route(metricMembers, ({ query }) => metrics.members(query))],
    overview: [
      { kind: 'signUps', access: getMetrics.access, read: (site) => metrics.latest(site, ['new', 'returned']) },
      { kind: 'canceled', access: getMetrics.access, read: (site) => metrics.latest(site, ['voluntary', 'card_failure']) },
    ],
    loops: [loop],
  };
}
