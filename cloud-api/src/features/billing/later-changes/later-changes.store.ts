import { goodStatuses } from '@washdesk/rules/plans/statuses';
import type { Tx } from '../../../db/pool.ts';

/** Jobs whose later change at the provider was reported. */
interface LaterChangeReportTable {
  job: string;
  reported: Date;
}

declare module '../../../db/schema.ts' {
  interface Database {
    later_change_report: LaterChangeReportTable;
  }
}

/** Notes that the job's change was reported. @returns false where it was before, for a person may run the job again */
export async function recordReport(tx: Tx, job: string, reported: Date): Promise<boolean> {
  const added = await tx
    .insertInto('later_change_report')
    .values({ job, reported })
    .onConflict((conflict) => conflict.doNothing())
    .returning('job')
    .executeTakeFirst();
  return added !== undefined;
}

/** Default cards of the customer's running plans; null for one that charges the customer's own default. */
export async function cardsOfRunningPlans(tx: Tx, customer: string): Promise<(string | null)[]> {
  const rows = await tx
    .selectFrom('mirror_subscription')
    .select('object')
    .where('customer', '=', customer)
    .where('status', 'in', [...goodStatuses, 'unpaid'])
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map(({ object }) => object.default_payment_method ?? null);
}
