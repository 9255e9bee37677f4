import type { Db } from '../../../../db/pool.ts';
import type { ProviderCustomer } from '../../../../db/provider-objects.ts';
import { agreementOf, type Agreement } from '../../../../documents/agreement.ts';
import type { ReceiptFacts } from '../../../../documents/receipt-facts.ts';
import { mirrored } from '../../../../mirror/reads/mirrored.ts';
import type { FoundDispute } from '../disputes.store.ts';
import {
  countWashes,
  earlierCharges,
  messagesTo,
  newestSignature,
  newestSignUp,
  receiptsOf,
  washesOf,
  type ChargeRecord,
  type MessageRecord,
  type Placed,
  type ReceiptRecord,
  type WashRecord,
} from './evidence-records.store.ts';

export interface SignedAgreement extends Placed {
  agreement: Agreement;
  /** PNG; null for an agreement that was not signed. */
  signature: Buffer | null;
  signedAt: Date | null;
}

/** What the company knows about a disputed charge and its customer. Notes are for staff and no part of it. */
export interface EvidenceRecords extends FoundDispute {
  customer: ProviderCustomer | null;
  agreement: SignedAgreement | null;
  receipts: ReceiptRecord[];
  /** The newest; `washCount` counts them all, `washesSince` those after the disputed charge. */
  washes: WashRecord[];
  washCount: number;
  washesSince: number;
  messages: MessageRecord[];
  /** Charges of the same card before the disputed one that nobody disputed. */
  charges: ChargeRecord[];
  /** The time zone of the site at which most of it happened. */
  timeZone: string;
}

const nothing = { customer: null, agreement: null, receipts: [], washes: [], washCount: 0, washesSince: 0, messages: [] };

export async function evidenceRecords(db: Db, { dispute, charge }: FoundDispute): Promise<EvidenceRecords> {
  const charges = charge ? await earlierCharges(db, charge) : [];
  if (!charge?.customer) return { dispute, charge, ...nothing, charges, timeZone: 'UTC' };
  const of = charge.customer;
  const [customer, agreement, receipts, washes, counts, messages] = await Promise.all([
    mirrored(db, 'customer', of),
    agreementWith(db, of),
    receiptsOf(db, of),
    washesOf(db, of),
    countWashes(db, of, new Date(charge.created * 1_000)),
    messagesTo(db, of),
  ]);
  const timeZone = (washes[0] ?? receipts[0] ?? agreement)?.timeZone ?? 'UTC';
  return { dispute, charge, customer, agreement, receipts, washes, ...counts, messages, charges, timeZone };
}

/** The agreement that the customer signed last, else the one of the newest sign-up, which nobody signed. */
async function agreementWith(db: Db, customer: string): Promise<SignedAgreement | null> {
  const signed = await newestSignature(db, customer);
  if (signed) {
    // only documents/signature-request.ts writes agreements
    const agreement = signed.agreement as Agreement;
    return { ...signed, agreement, at: new Date(agreement.sold) };
  }
  const receipt = await newestSignUp(db, customer);
  if (!receipt) return null;
  const { siteName, timeZone, created: at } = receipt;
  // the facts were written under this kind, so they are of this kind
  const agreement = agreementOf({ ...receipt, at, facts: receipt.facts as ReceiptFacts['signup'] });
  return { agreement, signature: null, signedAt: null, siteName, timeZone: timeZone ?? 'UTC', at };
}
