import type { Db } from '../../../../db/pool.ts';
import type { ProviderCustomer } from '../../../../common/provider-objects.ts';
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
  /** PNG; null for an agreement that was not signed. */
  signature: Buffer | null;
  signedAt: Date | null;
}

export interface ReceiptRecord extends Placed {
  kind: string;
  item: string | null;
  /** Cents. */
  amount: number | null;
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

/** A charge of a sign-up is made moments before its agreement is asked for. */
const sameSaleMs = 3_600_000;

/** The agreement under which the charge was made, signed or else of the sign-up, which nobody signed; a later one where there is no other. */
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
  return { agreement, signature: null, signedAt: null, siteName, timeZone: timeZone ?? 'UTC', at };
}
