import type { ProviderCustomer } from '../../../../common/provider-objects.ts';
import type { Db } from '../../../../db/pool.ts';
import { agreementOf, readAgreement, type Agreement } from '../../../../documents/agreement.ts';
import { readReceiptFacts, receiptLine, recordedKind } from '../../../../documents/receipt-facts.ts';
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
  type WashRecord,
} from './evidence-records.store.ts';

export interface SignedAgreement extends Placed {
  agreement: Agreement;
  /** PNG; null for an unsigned agreement and a typed name. */
  signature: Buffer | null;
  /** The name that the customer typed instead of drawing. */
  typedName: string | null;
  signedAt: Date | null;
}

export interface ReceiptRecord extends Placed {
  kind: string;
  item: string | null;
  /** Cents. */
  amount: number | null;
}

/** The company's records about a disputed charge and its customer. Excludes notes, which are for staff. */
export interface EvidenceRecords extends FoundDispute {
  customer: ProviderCustomer | null;
  agreement: SignedAgreement | null;
  receipts: ReceiptRecord[];
  /** The newest ones. `washCount` counts all washes, `washesSince` those after the disputed charge. */
  washes: WashRecord[];
  washCount: number;
  washesSince: number;
  messages: MessageRecord[];
  /** Undisputed charges of the same card before the disputed one. */
  charges: ChargeRecord[];
  /** The time zone of the site with most of the events. */
  timeZone: string;
}

const nothing = { customer: null, agreement: null, receipts: [], washes: [], washCount: 0, washesSince: 0, messages: [] };

export async function evidenceRecords(db: Db, { dispute, charge }: FoundDispute): Promise<EvidenceRecords> {
  const charges = charge ? await earlierCharges(db, charge) : [];
  if (!charge?.customer) return { dispute, charge, ...nothing, charges, timeZone: 'UTC' };
  const of = charge.customer;
  const charged = new Date(charge.created * 1_000);
  const [customer, agreement, receipts, washes, counts, messages] = await Promise.all([
    mirrored(db, 'customer', of),
    agreementWith(db, of, charged),
    receiptRecordsOf(db, of),
    washesOf(db, of),
    countWashes(db, of, charged),
    messagesTo(db, of),
  ]);
  const timeZone = (washes[0] ?? receipts[0] ?? agreement)?.timeZone ?? 'UTC';
  return { dispute, charge, customer, agreement, receipts, washes, ...counts, messages, charges, timeZone };
}

async function receiptRecordsOf(db: Db, customer: string): Promise<ReceiptRecord[]> {
  const rows = await receiptsOf(db, customer);
  return rows.map(({ kind, facts, ...placed }) => ({ ...placed, kind, ...receiptLine(recordedKind(kind), facts) }));
}

/** A sign-up is charged moments before its agreement is requested. */
const sameSaleMs = 3_600_000;

/**
 * Returns the agreement in force at the charge: a signed one, otherwise the unsigned one of the sign-up. Falls back to a later agreement.
 */
async function agreementWith(db: Db, customer: string, charged: Date): Promise<SignedAgreement | null> {
  const until = new Date(charged.getTime() + sameSaleMs);
  const signed = await newestSignature(db, customer, until);
  if (signed) {
    const agreement = readAgreement(signed.agreement);
    return { ...signed, agreement, at: new Date(agreement.sold) };
  }
  const receipt = await newestSignUp(db, customer, until);
  if (!receipt) return null;
  const { siteName, timeZone, created: at } = receipt;
  const agreement = agreementOf({ ...receipt, at, facts: readReceiptFacts('signup', receipt.facts) });
  return { agreement, signature: null, typedName: null, signedAt: null, siteName, timeZone: timeZone ?? 'UTC', at };
}
