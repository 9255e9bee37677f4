import { sql } from 'kysely';
import type { SiteMapping } from '@washdesk/rules/company/sites';
import type { ProviderKind } from '../../common/provider-objects.ts';
import type { Tx } from '../../db/pool.ts';
import type { Change } from './mirror.store.ts';
import { siteInMetadata } from './rows.ts';

interface Placed {
  id: string;
  given: string | null;
  sold: number | null;
  site: number | null;
}

const idsOf = (changes: readonly Change[], kind: ProviderKind): string[] =>
  changes.filter((change) => change.kind === kind).map(({ snapshot }) => snapshot.object.id);

/**
 * Sets the site of charges: from their metadata, otherwise the site that sold the plan they pay. Charge, invoice and subscription may
 * arrive in any order, so each one sets the site of its charges.
 */
export async function placeCharges(tx: Tx, changes: readonly Change[], mapping: SiteMapping): Promise<void> {
  const charges = idsOf(changes, 'charge');
  const invoices = idsOf(changes, 'invoice');
  const subscriptions = idsOf(
    changes.filter(({ before, fields }) => before === null || fields.includes('metadata')),
    'subscription',
  );
  if (charges.length + invoices.length + subscriptions.length === 0) return;
  const { rows } = await sql<Placed>`
    with affected as (
      select id from mirror_charge where id = any(${charges}::text[])
      union
      select c.id from mirror_invoice i join mirror_charge c on c.payment_intent = i.payment_intent
      where i.id = any(${invoices}::text[]) or i.subscription = any(${subscriptions}::text[])
    )
    select distinct on (c.id) c.id, c.object->'metadata'->>'site' as given, s.site as sold, c.site
    from affected join mirror_charge c on c.id = affected.id
    left join mirror_invoice i on i.payment_intent = c.payment_intent
    left join mirror_subscription s on s.id = i.subscription
    order by c.id, s.site`.execute(tx);
  const moved = rows.flatMap(({ id, given, sold, site }) => {
    const place = given === null ? sold : siteInMetadata({ site: given }, mapping);
    return place === site ? [] : [{ id, place }];
  });
  await sql`
    update mirror_charge c set site = moved.place
    from unnest(${moved.map(({ id }) => id)}::text[], ${moved.map(({ place }) => place)}::integer[]) moved (id, place)
    where c.id = moved.id`.execute(tx);
}
