import { notRunningStatuses } from '@washdesk/rules/plans/statuses';
import type { PersonalTables } from '../../../db/personal-data.ts';
import type { Tx } from '../../../db/pool.ts';

/** Jobs whose later change was reported. */
interface LaterChangeReportTable {
  job: string;
  reported: Date;
}

declare module '../../../db/schema.ts' {
  interface Database {
    later_change_report: LaterChangeReportTable;
  }
}

export const personalData = {
  later_change_report: {
    plain: ['job', 'reported'],
  },
} satisfies PersonalTables;

/** Records that the job's change was reported. @returns false if it was before: a job can be run again manually */
export async function recordReport(tx: Tx, job: string, reported: Date): Promise<boolean> {
  const added = await tx
    .insertInto('later_change_report')
    .values({ job, reported })
    .onConflict((conflict) => conflict.doNothing())
    .returning('job')
    .executeTakeFirst();
  return added !== undefined;
}

/** Default cards of the customer's running plans; null for a plan that charges the customer's default. */
export async function cardsOfRunningPlans(tx: Tx, customer: string): Promise<(string | null)[]> {
  const rows = await tx
    .selectFrom('mirror_subscription')
    .select('object')
    .where('customer', '=', customer)
    .where('status', 'not in', notRunningStatuses)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map(({ object }) => object.default_payment_method ?? null);
}
