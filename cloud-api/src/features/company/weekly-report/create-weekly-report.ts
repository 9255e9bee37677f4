import type { Logger } from 'pino';
import { WorkLoop } from '../../../common/work-loop.ts';
import type { Feature } from '../../../feature.ts';
import { WeeklyReport, type WeeklyReportParts } from './weekly-report.service.ts';

const lookedForDueEveryMs = 60_000;

/** The report of last week by e-mail (docs/rules/company.md#weekly-report). */
export function createWeeklyReport({ log, ...parts }: WeeklyReportParts & { log: Logger }): Feature {
  const report = new WeeklyReport(parts);
  const loop = new WorkLoop({
    round: () => report.round(),
    everyMs: lookedForDueEveryMs,
    onTrouble: (error) => log.warn({ err: error }, 'Queueing the weekly report failed, retrying later'),
  });
  return { loops: [loop] };
}
