import { paymentKeys, refundKeys } from '@washdesk/rules/company/metadata-keys';
import type { ProviderCharge } from '../../../common/provider-objects.ts';
import type { Db } from '../../../db/pool.ts';
import { chargeFacts, chargeOfIntent, chargeOfInvoice, refundFacts } from '../../../documents/receipt-facts.store.ts';
import { viewCharges } from '../../../mirror/reads/charge-view.store.ts';
import { mirrored } from '../../../mirror/reads/mirrored.ts';
import type { Receipt, ReceiptOf } from './receipt.ts';
import { siteNamed } from './receipts.store.ts';

/**
 * Makes a receipt from the mirror, for money that moved outside Washdesk or before receipts were stored. Null if the id has no such object.
 */
export async function mirroredReceipt(db: Db, id: string): Promise<Receipt | null> {
  if (id.startsWith('re_') || id.startsWith('pyr_')) return refundReceipt(db, id);
  const charge = await chargeNamed(db, id);
  return charge && chargeReceipt(db, charge);
}

function chargeNamed(db: Db, id: string): Promise<ProviderCharge | null> {
  if (id.startsWith('in_')) return chargeOfInvoice(db, id);
  return id.startsWith('pi_') ? chargeOfIntent(db, id) : mirrored(db, 'charge', id);
}

const nobody = { record: null, operation: null };

/** Returns who took the money and where, from the charge's metadata. */
function takenBy(metadata: Readonly<Record<string, string>>, keys: typeof paymentKeys | typeof refundKeys) {
  const { [keys.terminal]: terminal, [keys.employeeName]: agent, [keys.employeeNumber]: number } = metadata;
  return { terminal: terminal || null, agent: agent || null, employee: Number(number) || null };
}

async function chargeReceipt(db: Db, charge: ProviderCharge): Promise<ReceiptOf<'charge'> | null> {
  if (charge.status !== 'succeeded' || !charge.captured) return null;
  const [view] = await viewCharges(db, [charge.id]);
  const site = view?.site ?? null;
  const facts = await chargeFacts(db, charge);
  return {
    ...nobody,
    id: charge.id,
    kind: 'charge',
    customer: charge.customer,
    site,
    ...(await siteNamed(db, site)),
    ...takenBy(charge.metadata, paymentKeys),
    at: new Date(charge.created * 1_000),
    facts: { ...facts, description: facts.description ?? view?.invoice?.description ?? null },
  };
}

async function refundReceipt(db: Db, id: string): Promise<ReceiptOf<'refund'> | null> {
  const refund = await mirrored(db, 'refund', id);
  if (!refund || refund.status === 'failed' || refund.status === 'canceled') return null;
  const { customer, ...facts } = await refundFacts(db, [refund]);
  const metadata = refund.metadata ?? {};
  const site = Number(metadata[refundKeys.site]) || null;
  const where = { site, ...(await siteNamed(db, site)), ...takenBy(metadata, refundKeys) };
  return { ...nobody, id, kind: 'refund', customer, ...where, at: new Date(refund.created * 1_000), facts };
}
