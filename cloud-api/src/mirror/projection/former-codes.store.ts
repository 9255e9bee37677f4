import { codeKind } from '@washdesk/rules/codes/codes';
import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import type { Bearing } from './codes.store.ts';

/**
 * A site that was never told anything of a customer is taken to know the codes by which lanes meant them until now: it then finds whom it
 * has under them, and gives the old code up, instead of making the customer a second time. What a site was told stands, and a code under
 * which it knows somebody else is theirs. Called before the roster changes.
 */
export async function rememberFormerCodes(tx: Tx, dropped: readonly Bearing[], now: Date): Promise<void> {
  const former = dropped.flatMap((one) => {
    const kind = codeKind(one.code);
    return kind === 'plate' || kind === 'tag' ? [{ ...one, kind }] : [];
  });
  if (former.length === 0) return;
  await sql`
    insert into sitewatch_link (site, customer, plate, tag, changed)
    select site.number, former.customer, max(former.code) filter (where kind = 'plate'), max(former.code) filter (where kind = 'tag'), ${now}
    from unnest(${former.map(({ customer }) => customer)}::text[], ${former.map(({ code }) => code)}::text[],
      ${former.map(({ kind }) => kind)}::text[]) former (customer, code, kind)
    join roster_entry meant on meant.code = former.code and meant.customer = former.customer and not meant.removed
    cross join site
    where not exists (
      select from sitewatch_link l
      where l.site = site.number and l.customer <> former.customer and (l.plate = former.code or l.tag = former.code))
    group by site.number, former.customer
    on conflict (customer, site) do nothing`.execute(tx);
}
