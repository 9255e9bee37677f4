import { centsToDollars } from '../billing/money.ts';
import { differingFields, type Difference } from './difference-kinds.ts';

export interface ComparedInvoice {
  id: string;
  number: string | null;
  status: string | null;
  /** Cents. */
  total: number;
  paid: number;
  due: number;
}

export interface ComparedRefund {
  id: string;
  status: string | null;
  /** Cents. */
  amount: number;
}

export interface ComparedPayments {
  invoices: readonly ComparedInvoice[];
  refunds: readonly ComparedRefund[];
}

/** Compares invoices and refunds at Stripe with the copies in the mirror. What only the mirror has makes no difference: Stripe deletes drafts. */
export function comparePayments(stripe: ComparedPayments, mirror: ComparedPayments): Difference[] {
  return [
    ...pairs(stripe.invoices, mirror.invoices).flatMap(([right, wrong]) => compareInvoice(right, wrong)),
    ...pairs(stripe.refunds, mirror.refunds).flatMap(([right, wrong]) => compareRefund(right, wrong)),
  ].filter(({ fields }) => fields.length > 0);
}

function pairs<T extends { id: string }>(stripe: readonly T[], mirror: readonly T[]): [T, T | undefined][] {
  const here = new Map(mirror.map((one) => [one.id, one]));
  return stripe.map((one) => [one, here.get(one.id)]);
}

function compareInvoice(right: ComparedInvoice, wrong: ComparedInvoice | undefined): Difference[] {
  const about = right.id;
  if (!wrong)
    return [{ kind: 'invoice-missing', about, fields: missing({ Invoice: right.number, ...invoiceAmounts(right) }, right.status) }];
  const named = { Total: 'Total', Paid: 'Paid', Due: 'Due' } as const;
  return [
    { kind: 'invoice-amount', about, fields: differingFields(invoiceAmounts(right), invoiceAmounts(wrong), named) },
    { kind: 'invoice-status', about, fields: differingFields({ status: right.status }, { status: wrong.status }, { status: 'Status' }) },
  ];
}

function compareRefund(right: ComparedRefund, wrong: ComparedRefund | undefined): Difference[] {
  const about = right.id;
  if (!wrong) return [{ kind: 'refund-missing', about, fields: missing(refundAmount(right), right.status) }];
  return [
    { kind: 'refund-amount', about, fields: differingFields(refundAmount(right), refundAmount(wrong), { Amount: 'Amount' }) },
    { kind: 'refund-status', about, fields: differingFields({ status: right.status }, { status: wrong.status }, { status: 'Status' }) },
  ];
}

const invoiceAmounts = ({ total, paid, due }: ComparedInvoice) => ({
  Total: centsToDollars(total),
  Paid: centsToDollars(paid),
  Due: centsToDollars(due),
});

const refundAmount = ({ amount }: ComparedRefund) => ({ Amount: centsToDollars(amount) });

const missing = (values: Readonly<Record<string, string | null>>, status: string | null): Difference['fields'] =>
  Object.entries({ ...values, Status: status }).flatMap(([name, right]) => (right === null ? [] : [{ name, right, wrong: null }]));
