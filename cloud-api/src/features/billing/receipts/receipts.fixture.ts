import { randomUUID } from 'node:crypto';
import type { ProviderCharge } from '../../../common/provider-objects.ts';
import type { ReceiptFacts, ReceiptKind } from '../../../documents/receipt-facts.ts';
import { testTime } from '../../../operations/operations.fixture.ts';
import type { TestDatabase } from '../../../testing/database.ts';
import type { Receipt } from './receipt.ts';

/** Returns facts of every receipt kind with `text` in every text field, to test its effect on paper. */
export const sampleFacts = (text: string): ReceiptFacts => {
  const member = { member: text, code: text };
  const card = { brand: text, last4: '4242' };
  return {
    signup: { ...member, subscription: 'sub_1', plan: text, price: 2_999, total: 3_261, dueToday: 1_050, card, duration: 6 },
    charge: { ...member, description: text, amount: 1_250, card, sale: text },
    refund: { ...member, description: text, amount: 1_250, card, refunds: ['re_1'] },
    planchange: {
      ...member,
      subscription: 'sub_1',
      change: 'upgrade',
      plan: text,
      former: { plan: text, price: 1_999, total: 2_174 },
      price: 2_999,
      total: 3_261,
      paid: 500,
      card,
      ends: null,
    },
    priceincrease: {
      ...member,
      subscription: 'sub_1',
      plan: text,
      from: 2_999,
      to: 3_499,
      fromTotal: 3_261,
      toTotal: 3_805,
      effective: 1_796_103_000,
    },
    redeem: { ...member, plan: text },
    giftcard: { ending: text, card: 5_012, amount: 1_500, balance: 500 },
    coupon: { ...member, invoice: text, coupon: text },
  };
};

export const receiptKinds = Object.keys(sampleFacts('')) as ReceiptKind[];

export function sampleReceipt(kind: ReceiptKind, text: string, more: Partial<Receipt> = {}): Receipt {
  const receipt = {
    id: '019aa000-0000-7000-8000-000000000001',
    kind,
    record: null,
    customer: 'cus_1',
    operation: null,
    site: 12,
    siteName: text,
    timeZone: 'America/Chicago',
    terminal: text,
    employee: 101,
    agent: text,
    at: new Date('2026-11-21T18:05:00Z'),
    facts: sampleFacts(text)[kind],
  };
  return { ...receipt, ...more } as Receipt;
}

/** Returns a charge for a sale at Joliet without a receipt record. */
export const mirroredCharge = (more: Partial<ProviderCharge> = {}): ProviderCharge => ({
  id: 'ch_old',
  customer: null,
  created: 1_795_000_000,
  amount: 1_250,
  amount_captured: 1_250,
  amount_refunded: 0,
  captured: true,
  description: 'Interior',
  disputed: false,
  failure_code: null,
  failure_message: null,
  metadata: { site: '12', terminal: 'Detail1', employeename: 'Kim Lee', employeenumber: '102' },
  outcome: null,
  payment_intent: 'pi_old',
  payment_method: null,
  payment_method_details: { type: 'card_present', card_present: { brand: 'visa', last4: '4242', exp_month: 1, exp_year: 2030 } },
  receipt_number: null,
  receipt_url: null,
  refunded: false,
  status: 'succeeded',
  ...more,
});

interface Washed {
  name?: string;
  /** A customer in the mirror; a new one by default. */
  customer?: string;
  subscription?: string;
}

/** Records a wash at Joliet. @returns the usage's id */
export async function recordUsage(
  { db }: Pick<TestDatabase, 'db'>,
  { name = 'Ada', customer: known, subscription }: Washed,
): Promise<string> {
  const [id, customer] = [randomUUID(), known ?? `cus_${randomUUID().slice(0, 8)}`];
  const row = { id: customer, object: JSON.stringify({ id: customer, name }), read_seq: 1, created: testTime, name, search: '' };
  if (known === undefined) await db.insertInto('mirror_customer').values(row).execute();
  const where = { site: 12, terminal: 'Washcashier1', employee: 101, source: 'redeem' };
  const usage = { id, customer, code: 'ABC123-IL', plan_name: 'Super Kiss', ...where, at: testTime, ...(subscription && { subscription }) };
  await db.insertInto('usage').values(usage).execute();
  return id;
}
