import { goodStatuses } from '@washdesk/rules/plans/statuses';
import type { Tx } from '../../../db/pool.ts';

/** Whether an audit row of this job exists already, for a person may run the job again. */
export async function isReported(tx: Tx, subject: string, job: string): Promise<boolean> {
  const rows = await tx.selectFrom('audit').select('after').where('subject', '=', subject).where('actor', '=', 'stripe').execute();
  return rows.some(({ after }) => (after as { job?: string } | null)?.job === job);
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
