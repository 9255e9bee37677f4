import { createHash } from 'node:crypto';
import { hashOfRequest } from '@washdesk/cloud-api/common/request-hash';
import { agreementOf, storedAgreement } from '@washdesk/cloud-api/documents/agreement';
import { storedReceiptFacts, type ReceiptFacts } from '@washdesk/cloud-api/documents/receipt-facts';
import { withTax } from '@washdesk/rules/billing/tax';
import type { Company } from '@washdesk/simulators/company/company';
import type { Member, SignUp, Subscription } from '@washdesk/simulators/company/member-model';
import type { Price } from '@washdesk/simulators/company/model';
import { drawSignature } from '@washdesk/simulators/tablet/drawn-signature';
import { invoiceId } from '@washdesk/stripe-simulator/objects/invoice-ids';
import { firstBillAmount, ratesOf } from '@washdesk/stripe-simulator/seed/seeded-bill';
import type { CloudTable } from './cloud-table.ts';

type Row = Record<string, unknown>;

/** Returns the receipts of recent sign-ups, and the signed agreements. */
export function signUpTables(company: Company): CloudTable[] {
  const members = new Map(company.members.map((member) => [member.id, member]));
  const prices = new Map(company.prices.map((price) => [price.id, price]));
  const receipts: Row[] = [];
  const signatures: Row[] = [];
  for (const signUp of company.signUps) {
    const member = members.get(signUp.customer);
    const price = prices.get(member?.subscription?.priceId ?? '');
    if (!member?.subscription || !price) continue;
    const facts = factsOf(member, member.subscription, price);
    const receipt = receiptRow(signUp, member.subscription, facts);
    receipts.push(receipt);
    if (signUp.signature) signatures.push(signatureRow(signUp, signUp.signature, receipt, facts));
  }
  return [
    { name: 'receipt', rows: receipts },
    { name: 'signature', rows: signatures },
  ];
}

function factsOf(member: Member, subscription: Subscription, price: Price): ReceiptFacts['signup'] {
  const { card } = member;
  return {
    member: member.name,
    code: member.plate,
    subscription: subscription.id,
    plan: price.nickname,
    price: price.unitAmount,
    total: withTax(price.unitAmount, member.taxExempt ? [] : ratesOf(subscription).map((rate) => ({ ...rate, inclusive: false }))),
    dueToday: firstBillAmount(member, subscription, price),
    card: card && { brand: card.brand, last4: card.last4 },
    duration: Number(subscription.metadata['planduration']),
  };
}

function receiptRow(
  { receipt, customer, at }: SignUp,
  { id, created, periodStart, metadata }: Subscription,
  facts: ReceiptFacts['signup'],
): Row {
  // a plan's first bill is known only while it is the last one
  const paidBy = created === periodStart ? [invoiceId(id, 1), id.replace('sub_', 'ch_'), id.replace('sub_', 'pi_')] : [];
  return {
    id: receipt,
    kind: 'signup',
    subject: id,
    about: [id, ...paidBy],
    customer,
    site: Number(metadata['site']),
    terminal: metadata['terminal'],
    employee: Number(metadata['employeenumber']),
    agent: metadata['employeename'],
    facts: storedReceiptFacts('signup', facts),
    created: at,
  };
}

function signatureRow(
  signUp: SignUp,
  { id, signedAt }: NonNullable<SignUp['signature']>,
  receipt: Row,
  facts: ReceiptFacts['signup'],
): Row {
  const { customer, at, site, terminal } = signUp;
  const agent = String(receipt['agent']);
  const agreement = storedAgreement(agreementOf({ id: signUp.receipt, customer, site, terminal, agent, at: new Date(at), facts }));
  const image = signedAt === null ? null : scribbleOf(id);
  return {
    id,
    customer,
    subscription: facts.subscription,
    receipt: signUp.receipt,
    site,
    terminal,
    agreement,
    agreement_hash: bytes(hashOfRequest(agreement)),
    state: image ? 'signed' : 'pending',
    image: image && bytes(image),
    image_hash: image && bytes(createHash('sha256').update(image).digest()),
    requested: at,
    requested_by: String(receipt['employee']),
    signed_at: signedAt,
  };
}

/** PostgreSQL's text format of a bytea. */
const bytes = (data: Buffer): string => `\\x${data.toString('hex')}`;

const hands = Array.from({ length: 8 }, (_, index) => drawSignature({ width: 240, height: 80, waves: 2 + index }));

/** Different people have different signatures. */
const scribbleOf = (id: string): Buffer | null => hands[Number.parseInt(id.slice(-1), 16) % hands.length] ?? null;
