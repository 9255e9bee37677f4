import type { Db } from '../../../db/pool.ts';
import type { ProviderInvoice } from '../../../db/provider-objects.ts';

/** The newest first, each with the site that sold its subscription. */
export function invoicesOf(db: Db, customer: string): Promise<{ object: ProviderInvoice; site: number | null }[]> {
  return db
    .selectFrom('mirror_invoice as invoice')
    .leftJoin('mirror_subscription as subscription', 'subscription.id', 'invoice.subscription')
    .select(['invoice.object', 'subscription.site'])
    .where('invoice.customer', '=', customer)
    .where('invoice.deleted_at', 'is', null)
    .orderBy('invoice.created', 'desc')
    .orderBy('invoice.id', 'desc')
    .execute();
}
