import { sql } from 'kysely';
import type { ReceivedPayload } from '@washdesk/site-protocol/events';
import { erasedText, type ErasedCodes } from '../../../db/erased-codes.ts';
import type { Tx } from '../../../db/pool.ts';
import { enqueue } from '../../../jobs/job.store.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import { byLane, storeSiteOpening } from './site-opening.ts';

const deadlineDays = 7;

/**
 * Stores a wash that a lane admitted by its own roster, once however often it is reported. Of two washes within the redeem window the later
 * is marked `overlap`, whichever was reported first. The site writes it to its Sitewatch; the job, under the same id, finds that sale and
 * its number, and writes it only if the site could not. The opening of the lane's gate is stored with it. A wash of a customer who was erased since is stored for the
 * alias, without a code.
 */
export async function storeLaneUsage(
  tx: Tx,
  site: number,
  usage: ReceivedPayload<'usage'>,
  { erasedCodes, settings }: { erasedCodes: ErasedCodes; settings: ReadSetting },
): Promise<void> {
  const { id, code, planName, productClass, priceIncrease } = usage;
  const at = new Date(usage.at);
  const alias = await erasedCodes.aliasOf(tx, { code, site, objid: null, at });
  const customer = alias ?? usage.customer;
  // as a redeem does: one usage of a customer at a time
  await sql`select pg_advisory_xact_lock(hashtextextended(${customer}, 0))`.execute(tx);
  const stored = await tx
    .insertInto('usage')
    .values({
      id,
      customer,
      subscription: await subscriptionOf(tx, customer),
      code: alias === null ? code : erasedText,
      plan_name: planName ?? '',
      site,
      terminal: null,
      employee: null,
      source: 'lane',
      price_increase: priceIncrease,
      sale_id: null,
      at,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!stored) return;
  if (usage.opening) {
    const { command, gate } = usage.opening;
    const member = alias === null ? customer : null;
    await storeSiteOpening(tx, { id: command, site, gate, ...byLane(usage.lane), customer: member, asked: at, ended: null });
  }
  await markOverlaps(tx, customer, at, await settings('redeemWindowMs', tx));
  if (alias !== null) return;
  const payload = { code, planName: planName ?? '', productClass, terminal: null, employee: null, at: usage.at };
  await enqueue(tx, { what: 'sitewatch.record-usage', key: id, site, customer, payload, deadlineDays, created: at });
}

async function subscriptionOf(tx: Tx, customer: string): Promise<string | null> {
  const row = await tx.selectFrom('roster_entry').select('subscription').where('customer', '=', customer).limit(1).executeTakeFirst();
  return row?.subscription ?? null;
}

/** Marks each wash around this instant that followed another within the redeem window. */
async function markOverlaps(tx: Tx, customer: string, at: Date, windowMs: number): Promise<void> {
  await sql`
    update usage u set overlap = true
    where u.customer = ${customer} and not u.overlap and u.at between ${at} and ${new Date(at.getTime() + windowMs)}
      and exists (
        select from usage earlier
        where earlier.customer = u.customer and (earlier.at, earlier.id) < (u.at, u.id)
          and earlier.at > u.at - make_interval(secs => ${windowMs / 1_000}))`.execute(tx);
}
