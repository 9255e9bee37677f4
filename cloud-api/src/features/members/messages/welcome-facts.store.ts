import { memberStatuses } from '@washdesk/rules/plans/statuses';
import type { ProviderCustomer } from '../../../common/provider-objects.ts';
import type { Db } from '../../../db/pool.ts';

export interface WelcomeFacts {
  customer: ProviderCustomer;
  plate: string | null;
  plan: string;
  /** The name of the site that sold the plan; null if unknown. */
  site: string | null;
}

/** Returns the facts of the newest running plan; null for a deleted customer or one without a plan. */
export async function welcomeFactsOf(db: Db, customer: string): Promise<WelcomeFacts | null> {
  const row = await db
    .selectFrom('mirror_subscription as subscription')
    .innerJoin('mirror_customer as customer', 'customer.id', 'subscription.customer')
    .innerJoin('mirror_price as price', 'price.id', 'subscription.price')
    .innerJoin('mirror_product as product', 'product.id', 'price.product')
    .leftJoin('site', 'site.number', 'subscription.site')
    .select(['customer.object as customer', 'customer.plate', 'product.object as product', 'site.name as site'])
    .where('subscription.customer', '=', customer)
    .where('subscription.status', 'in', [...memberStatuses])
    .where('subscription.deleted_at', 'is', null)
    .where('customer.deleted_at', 'is', null)
    .orderBy('subscription.created', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { customer: row.customer, plate: row.plate, plan: row.product.name ?? 'unlimited wash', site: row.site } : null;
}
