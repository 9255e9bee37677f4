import type { JobGroup } from '@washdesk/contracts/system/job';
import { jobCause } from '@washdesk/rules/company/job-causes';
import { jobTitle } from '../../../jobs/job.ts';
import type { JobReason } from './jobs.store.ts';

/** Joins reasons of one job, site and cause; groups that need a person first, then the largest. */
export function groupsOf(rows: readonly JobReason[]): JobGroup[] {
  const byGroup = Map.groupBy(rows, (row) => [row.what, row.site, jobCause(row)].join(' '));
  const groups = [...byGroup.values()].map((same): JobGroup => {
    const first = same[0]!;
    const tries = same.flatMap(({ nextTry }) => nextTry?.getTime() ?? []);
    return {
      what: first.what,
      title: jobTitle(first),
      site: first.site,
      cause: jobCause(first),
      count: sumOf(same, ({ count }) => count),
      needPerson: sumOf(same, ({ needPerson }) => needPerson),
      oldest: new Date(Math.min(...same.map(({ oldest }) => oldest.getTime()))).toISOString(),
      nextTry: tries.length === 0 ? null : new Date(Math.min(...tries)).toISOString(),
    };
  });
  return groups.toSorted((a, b) => Number(b.needPerson > 0) - Number(a.needPerson > 0) || b.count - a.count);
}

const sumOf = <T>(rows: readonly T[], of: (row: T) => number): number => rows.reduce((sum, row) => sum + of(row), 0);
