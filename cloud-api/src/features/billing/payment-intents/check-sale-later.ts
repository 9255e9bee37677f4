import { centsToDollars } from '@washdesk/rules/billing/money';
import { checkSale } from '@washdesk/rules/billing/sale-check';
import { paymentKeys } from '@washdesk/rules/company/metadata-keys';
import { writeAudit } from '../../../audit/audit.ts';
import type { ProviderPaymentIntent } from '../../../common/provider-objects.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import { enqueue } from '../../../jobs/job.store.ts';
import { causeOf, type Attempt, type CauseOfJob, type ClaimedJob } from '../../../jobs/job.ts';
import { mirrored } from '../../../mirror/reads/mirrored.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import { saleAtSite } from './sale-at-site.ts';

/** Delay of the first check: a register writes its sale when it is tendered, which is after the charge. */
const firstLookSeconds = 120;
const checkAgainMs = 10 * 60_000;
/** After this time a sale missing in Sitewatch becomes an alert. */
const missingAfterMs = 24 * 3_600_000;
const deadlineDays = 2;

interface Parts {
  db: Db;
  sites: SiteCommands;
  clock: Clock;
}

/** Metadata value of a payment started without Sitewatch's confirmation of its sale. */
export const unverified = 'unverified';
export const verified = 'verified';

/** Runs in the transaction that stores the payment. */
export async function enqueueSaleCheck(tx: Tx, { id, metadata }: ProviderPaymentIntent, by: CauseOfJob, created: Date): Promise<void> {
  const { [paymentKeys.saleCheck]: check, [paymentKeys.site]: site } = metadata;
  if (check !== unverified || !site) return;
  const job = { what: 'sale.check', key: id, site: Number(site), customer: null, payload: {} } as const;
  await enqueue(tx, { ...job, by, deadlineDays, dueInSeconds: firstLookSeconds, created });
}

/** Checks the sale of an unverified charge until Sitewatch has it. A difference becomes an alert. */
export function checkSaleLater(parts: Parts) {
  return async (job: ClaimedJob<'sale.check'>): Promise<Attempt> => {
    const { key, site } = job;
    const payment = await mirrored(parts.db, 'payment_intent', key);
    if (!payment || site === null) return { kind: 'done', result: { sale: 'unknown' } };
    const old = parts.clock.now().getTime() - payment.created * 1_000 > missingAfterMs;
    if (payment.status === 'canceled' || (payment.status !== 'succeeded' && old)) return { kind: 'done', result: { sale: 'not charged' } };
    if (payment.status !== 'succeeded') return { kind: 'later', reason: 'The payment hasn’t gone through yet', waitMs: checkAgainMs };
    return checkNow(parts, payment, { site, old, cause: causeOf(job) });
  };
}

async function checkNow(
  { db, sites, clock }: Parts,
  payment: ProviderPaymentIntent,
  { site, old, cause }: { site: number; old: boolean; cause: ReturnType<typeof causeOf> },
): Promise<Attempt> {
  const saleid = payment.metadata[paymentKeys.saleId] ?? '';
  const found = await saleAtSite(sites, site, saleid);
  if (found.kind === 'away') return { kind: 'later', reason: found.reason };
  if (found.kind === 'missing' && !old) return { kind: 'later', reason: `Sitewatch has no sale ${saleid} yet`, waitMs: checkAgainMs };
  const check = found.kind === 'missing' ? 'missing' : checkSale(found.sale, payment.amount_received);
  const isOverridden = check === 'differs' && payment.metadata[paymentKeys.originalAmount] !== undefined;
  const problem = check === 'agrees' || isOverridden ? null : check;
  await writeAudit(db, {
    ...cause,
    actor: 'sale-check',
    site,
    action: problem ? 'payment.sale-refused' : isOverridden ? 'payment.sale-overridden' : 'payment.sale-verified',
    subject: `payment_intent:${payment.id}`,
    after: { sale: saleid, charged: payment.amount_received, check, ...(found.kind === 'found' && { total: found.sale.total }) },
    at: clock.now(),
  });
  if (!problem) return { kind: 'done', result: { sale: verified } };
  const charged = `${centsToDollars(payment.amount_received)} was charged by ${payment.metadata[paymentKeys.employeeName] ?? 'an employee'}`;
  const words = {
    missing: `Sitewatch has no sale ${saleid}: ${charged}`,
    voided: `Sale ${saleid} is voided in Sitewatch: ${charged}`,
    differs: `Sale ${saleid} is for ${found.kind === 'found' ? centsToDollars(found.sale.total) : 'another amount'}: ${charged}`,
  };
  return { kind: 'refused', reason: words[problem] };
}
