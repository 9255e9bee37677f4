import { sql } from 'kysely';
import {
  comparePayments,
  type ComparedInvoice,
  type ComparedPayments,
  type ComparedRefund,
} from '@washdesk/rules/reconcile/compare-payments';
import type { Difference } from '@washdesk/rules/reconcile/difference-kinds';
import { isChargeSubject, type DifferenceSubject } from '@washdesk/rules/reconcile/difference-subject';
import type { ProviderInvoice, ProviderRefund } from '../../common/provider-objects.ts';
import type { Db } from '../../db/pool.ts';
import { PaymentsRefused, type PaymentsReader } from '../../ports/payments.ts';

interface Parts {
  db: Db;
  payments: PaymentsReader;
}

export const comparedInvoice = ({ id, number, status, total, amount_paid: paid, amount_due: due }: ProviderInvoice): ComparedInvoice => ({
  id,
  number,
  status,
  total,
  paid,
  due,
});

export const comparedRefund = ({ id, status, amount }: ProviderRefund): ComparedRefund => ({ id, status, amount });

export interface PaymentsAtStripe {
  compared: ComparedPayments;
  /** The charges whose refunds were read. */
  charges: readonly string[];
}

/** Reads all invoices of a customer at Stripe, and the refunds of the customer's charges; for a charge, its refunds. */
export async function paymentsAtStripe({ db, payments }: Parts, subject: DifferenceSubject): Promise<PaymentsAtStripe | null> {
  try {
    if (isChargeSubject(subject)) return { compared: { invoices: [], refunds: await refundsOf(payments, [subject]) }, charges: [subject] };
    const [invoices, charges, known] = await Promise.all([
      payments.listOf('invoice', subject, 'background'),
      payments.listOf('charge', subject, 'background'),
      refundedCharges(db, subject),
    ]);
    // the refunds of a charge whose refund failed are not in its amount
    const refunded = new Set([...charges.filter((charge) => charge.amount_refunded > 0).map(({ id }) => id), ...known]);
    return {
      compared: { invoices: invoices.map(comparedInvoice), refunds: await refundsOf(payments, [...refunded]) },
      charges: [...refunded],
    };
  } catch (error) {
    // a customer who never existed at Stripe has no payments there
    if (error instanceof PaymentsRefused && error.status === 404) return null;
    throw error;
  }
}

async function refundsOf(payments: PaymentsReader, charges: readonly string[]): Promise<ComparedRefund[]> {
  const found: ComparedRefund[] = [];
  for (const charge of charges) found.push(...(await payments.refundsOf(charge, 'background')).map(comparedRefund));
  return found;
}

async function refundedCharges(db: Db, customer: string): Promise<string[]> {
  const { rows } = await sql<{ charge: string }>`
    select distinct r.charge from mirror_charge c join mirror_refund r on r.charge = c.id
    where c.customer = ${customer} and r.deleted_at is null`.execute(db);
  return rows.map(({ charge }) => charge);
}

export interface ReadPayments {
  differences: Difference[];
  /** The latest read of what was compared. */
  readSeq: number;
  /** The objects that were compared. */
  objects: readonly string[];
}

/** Compares what was read at Stripe with the mirror. */
export async function comparePaymentsInMirror(db: Db, { compared, charges }: PaymentsAtStripe): Promise<ReadPayments> {
  const invoices = await mirroredInvoices(
    db,
    compared.invoices.map(({ id }) => id),
  );
  const refunds = await mirroredRefunds(
    db,
    compared.refunds.map(({ id }) => id),
  );
  const mirror = {
    invoices: invoices.map(({ object }) => comparedInvoice(object)),
    refunds: refunds.map(({ object }) => comparedRefund(object)),
  };
  return {
    differences: comparePayments(compared, mirror),
    readSeq: Math.max(0, ...[...invoices, ...refunds].map(({ readSeq }) => readSeq)),
    objects: [...compared.invoices, ...compared.refunds].map(({ id }) => id).concat(charges),
  };
}

interface Mirrored<T> {
  id: string;
  object: T;
  readSeq: number;
}

export const mirroredInvoices = (db: Db, ids: readonly string[]): Promise<Mirrored<ProviderInvoice>[]> =>
  db
    .selectFrom('mirror_invoice')
    .select(['id', 'object', 'read_seq as readSeq'])
    .where('deleted_at', 'is', null)
    .where('id', 'in', [...ids, ''])
    .execute();

export const mirroredRefunds = (db: Db, ids: readonly string[]): Promise<Mirrored<ProviderRefund>[]> =>
  db
    .selectFrom('mirror_refund')
    .select(['id', 'object', 'read_seq as readSeq'])
    .where('deleted_at', 'is', null)
    .where('id', 'in', [...ids, ''])
    .execute();

/** Returns the customer of each of these charges; a charge that the mirror does not have, or without a customer, stands for itself. */
export async function subjectsOfCharges(db: Db, charges: readonly string[]): Promise<ReadonlyMap<string, DifferenceSubject>> {
  const rows = await db
    .selectFrom('mirror_charge')
    .select(['id', 'customer'])
    .where('id', 'in', [...charges, ''])
    .execute();
  const customers = new Map(rows.map(({ id, customer }) => [id, customer]));
  return new Map(charges.map((charge) => [charge, customers.get(charge) ?? charge]));
}
