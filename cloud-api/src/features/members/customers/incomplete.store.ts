import { customerKeys, subscriptionKeys } from '@washdesk/rules/company/metadata-keys';
import { endedStatuses } from '@washdesk/rules/plans/statuses';
import type { Db } from '../../../db/pool.ts';
import type { Person } from './customer-view.store.ts';

/**
 * Whether an online sign-up of the customer is not completed yet (docs/rules/members.md#life-of-a-customer). The plan decides, or the
 * customer if it has no plan.
 */
export async function isIncomplete(db: Db, { id, object }: Pick<Person, 'id' | 'object'>): Promise<boolean> {
  const rows = await db
    .selectFrom('mirror_subscription')
    .select('object')
    .where('customer', '=', id)
    .where('status', 'not in', endedStatuses)
    .execute();
  if (rows.length === 0) return object.metadata?.[customerKeys.incomplete] === 'true';
  return rows.some((row) => row.object.metadata[subscriptionKeys.incomplete] === 'true');
}
