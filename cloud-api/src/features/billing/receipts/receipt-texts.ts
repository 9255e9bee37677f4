import { centsToDollars } from '@washdesk/rules/billing/money';
import { receiptTerms } from '@washdesk/rules/billing/receipt-terms';
import { amountWords, monthlyWords } from '@washdesk/rules/plans/plan-price';
import type { PrintedCard, ChangeName, ReceiptKind } from '../../../documents/receipt-facts.ts';
import type { Receipt, ReceiptOf } from './receipt.ts';

/** The unescaped texts of a receipt; the renderer escapes them. */
export interface ReceiptTexts {
  title: string;
  /** The label of the receipt's time. */
  when: string;
  /** Labels with their values; rows without a value are omitted. */
  rows: [label: string, value: string | null][];
  /** Plan and amount, set apart from the rows and larger. */
  large: [label: string, value: string | null][];
  /** Printed in large letters above the sentences. */
  headline?: string;
  sentences?: string[];
  /** Whether the receipt has a signature line. */
  signed?: true;
}

const dollars = (cents: number | null): string | null => (cents === null ? null : centsToDollars(cents));

/** Receipts of earlier releases know only the price before tax. */
interface Monthly {
  price: number;
  total?: number | undefined;
}
const taxed = ({ price, total = price }: Monthly) => ({ amount: price, total });
const monthly = (price: Monthly): string => monthlyWords(taxed(price));

const cardWords = (card: PrintedCard | null): string | null =>
  card && `${card.brand.charAt(0).toUpperCase()}${card.brand.slice(1)} ending in ${card.last4}`;

const longDate = (at: Date, timeZone: string): string => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(at);

const member = ({ code, member: name }: { code: string | null; member: string | null }): ReceiptTexts['rows'] => [
  ['Plate/Tag', code],
  ['Member', name],
];

const changeTitles: Record<ChangeName, string> = {
  upgrade: 'PLAN UPGRADE',
  downgrade: 'PLAN DOWNGRADE',
  changeprice: 'PRICE CHANGE',
  discontinue: 'PLAN DISCONTINUED',
  terminate: 'PLAN ENDED',
  reinstate: 'PLAN REINSTATED',
};

const words: { [K in ReceiptKind]: (receipt: ReceiptOf<K>) => ReceiptTexts } = {
  signup: ({ facts }) => ({
    title: 'UNLIMITED PLAN',
    when: 'Sold',
    rows: [...member(facts), ['Card', cardWords(facts.card)]],
    large: [
      ['Plan', facts.plan],
      ['Price', monthly(facts)],
      ['Paid today', dollars(facts.dueToday)],
    ],
    headline: 'TERMS',
    sentences: receiptTerms(facts.duration),
    signed: true,
  }),

  charge: ({ facts }) => ({
    title: 'RECEIPT',
    when: 'Charged',
    rows: [...member(facts), ['For', facts.description], ['Sale', facts.sale], ['Card', cardWords(facts.card)]],
    large: [['Amount', dollars(facts.amount)]],
  }),

  refund: ({ facts }) => ({
    title: 'REFUND',
    when: 'Refunded',
    rows: [...member(facts), ['For', facts.description], ['Card', cardWords(facts.card)]],
    large: [
      ['Refunded', dollars(facts.amount)],
      ['Failed', dollars(facts.failed ?? null)],
    ],
  }),

  planchange: ({ facts, timeZone }) => ({
    title: changeTitles[facts.change],
    when: 'Changed',
    rows: [
      ...member(facts),
      ['Old plan', facts.former && `${facts.former.plan}, ${amountWords(taxed(facts.former))}`],
      ['Card', facts.paid > 0 ? cardWords(facts.card) : null],
    ],
    large: [
      ['Plan', facts.plan],
      ['Price', facts.ends === null && facts.price !== null ? monthly({ price: facts.price, total: facts.total }) : null],
      ['Ends', facts.ends === null ? null : longDate(new Date(facts.ends * 1_000), timeZone)],
      ['Paid today', facts.paid > 0 ? dollars(facts.paid) : null],
    ],
  }),

  priceincrease: ({ facts: { plan, from, to, fromTotal = from, toTotal = to, effective, ...facts }, timeZone }) => ({
    title: 'PRICE CHANGE NOTICE',
    when: 'Issued',
    rows: member(facts),
    large: [['Plan', plan]],
    headline: 'PRICE CHANGE',
    sentences: [
      `The monthly price of ${plan} changes from ${centsToDollars(fromTotal)} to ${amountWords({ amount: to, total: toTotal })} on ${longDate(new Date(effective * 1_000), timeZone)}.`,
      'Your plan continues. Please ask us if you have any questions.',
    ],
  }),

  redeem: ({ facts }) => ({ title: 'UNLIMITED WASH', when: 'Redeemed', rows: member(facts), large: [['Plan', facts.plan]] }),

  giftcard: ({ facts }) => ({
    title: 'GIFT CARD',
    when: 'Used',
    rows: [
      ['Card', `ending in ${facts.ending}`],
      ['Card id', facts.card === undefined ? null : String(facts.card)],
    ],
    large: [
      ['Amount', dollars(facts.amount)],
      ['Balance', dollars(facts.balance)],
    ],
  }),

  coupon: ({ facts }) => ({
    title: 'WASH COUPON',
    when: 'Issued',
    rows: [...member(facts), ['Invoice', facts.invoice]],
    large: [['Coupon', facts.coupon]],
  }),
};

export const receiptTexts = (receipt: Receipt): ReceiptTexts => (words[receipt.kind] as (one: Receipt) => ReceiptTexts)(receipt);
