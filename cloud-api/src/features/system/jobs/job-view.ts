import type { Job } from '@washdesk/contracts/system/job';
import { jobTitle, shownReason } from '../../../jobs/job.ts';
import type { JobRow } from './jobs.store.ts';

export const viewJob = (row: JobRow): Job => ({
  id: row.id,
  what: row.what,
  title: jobTitle(row),
  site: row.site,
  customer: row.customer,
  name: row.name,
  state: row.state as Job['state'],
  attempts: row.attempts,
  reason: shownReason({ ...row, reason: row.last_error }),
  created: row.created.toISOString(),
  due: row.due.toISOString(),
  deadline: row.deadline.toISOString(),
  overdue: row.overdue,
  settled: row.settled?.toISOString() ?? null,
  dismissedBy: row.dismissed_by,
  why: row.why,
});
