import { sql } from 'kysely';
import { codeKind } from '@washdesk/rules/codes/codes';
import type { Tx } from '../../db/pool.ts';
import type { CodeHolding } from './codes.store.ts';

/**
 * Records, for every site that was never updated about a customer, under which codes it may have that customer: the codes in the roster so
 * far. The site then finds its customer by them and removes the old code, and does not create the customer a second time. What was sent to
 * a site stays, and so does a code under which it has another customer. Call it before the roster changes.
 */
export async function rememberPreviousCodes(tx: Tx, dropped: readonly CodeHolding[], now: Date): Promise<void> {
  const previous = dropped.flatMap((one) => {
    const kind = codeKind(one.code);
    return kind === 'plate' || kind === 'tag' ? [{ ...one, kind }] : [];
  });
  if (previous.length === 0) return;
  await sql`
    insert into sitewatch_link (site, customer, plate, tag, changed)
    select site.number, previous.customer, max(previous.code) filter (where kind = 'plate'), max(previous.code) filter (where kind = 'tag'), ${now}
    from unnest(${previous.map(({ customer }) => customer)}::text[], ${previous.map(({ code }) => code)}::text[],
      ${previous.map(({ kind }) => kind)}::text[]) previous (customer, code, kind)
    join roster_entry meant on meant.code = previous.code and meant.customer = previous.customer and not meant.removed
    cross join site
    where not exists (
      select from sitewatch_link l
      where l.site = site.number and l.customer <> previous.customer and (l.plate = previous.code or l.tag = previous.code))
    group by site.number, previous.customer
    on conflict (customer, site) do nothing`.execute(tx);
}
