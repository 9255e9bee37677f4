import { z } from 'zod';
import { comparePayments } from '@washdesk/rules/reconcile/compare-payments';
import type { Db } from '../../db/pool.ts';
import type { Clock } from '../../ports/clock.ts';
import { PaymentsRefused, type PaymentsReader } from '../../ports/payments.ts';
import { comparedInvoice, comparedRefund, mirroredInvoices, mirroredRefunds, subjectsOfCharges } from './compare-payments.ts';
import type { Screen, Screened } from './compared-copy.ts';

interface Parts {
  db: Db;
  payments: PaymentsReader;
  clock: Clock;
}

/** Invoices and refunds of this time are listed: a billing month and some days. Older ones are compared with their customer. */
const windowDays = 35;
const dayMs = 86_400_000;

/** The position in a listing that begins at `since`, in epoch seconds. */
const position = z.object({ since: z.number(), after: z.string().nullable() });

/** The screens of Stripe's recent invoices and refunds. */
export function paymentScreens({ db, payments, clock }: Parts): readonly Screen[] {
  const first = () => ({ since: Math.floor((clock.now().getTime() - windowDays * dayMs) / 1_000), after: null });
  const screen = (
    name: string,
    page: (since: number, after: string | null) => Promise<Omit<Screened, 'next'> & { last: string | null }>,
  ) => ({
    name,
    async page(cursor: string | null): Promise<Screened> {
      const from = cursor === null ? first() : position.parse(JSON.parse(cursor));
      const { last, ...found } = await fromPosition(from, page);
      return { ...found, next: last === null ? null : JSON.stringify({ since: from.since, after: last }) };
    },
  });
  return [
    screen('invoices', async (since, after) => {
      const listed = await payments.createdSince('invoice', since, after);
      const mirror = await mirroredInvoices(
        db,
        listed.map(({ id }) => id),
      );
      const here = { invoices: mirror.map(({ object }) => comparedInvoice(object)), refunds: [] };
      const differing = new Set(comparePayments({ invoices: listed.map(comparedInvoice), refunds: [] }, here).map(({ about }) => about));
      const suspects = listed.flatMap(({ id, customer }) => (differing.has(id) && customer ? [customer] : []));
      return { suspects, compared: listed.length, last: listed.at(-1)?.id ?? null };
    }),
    screen('refunds', async (since, after) => {
      const listed = await payments.createdSince('refund', since, after);
      const mirror = await mirroredRefunds(
        db,
        listed.map(({ id }) => id),
      );
      const here = { invoices: [], refunds: mirror.map(({ object }) => comparedRefund(object)) };
      const differing = new Set(comparePayments({ invoices: [], refunds: listed.map(comparedRefund) }, here).map(({ about }) => about));
      const charges = listed.flatMap(({ id, charge }) => (differing.has(id) && charge ? [charge] : []));
      const suspects = [...(await subjectsOfCharges(db, charges)).values()];
      return { suspects, compared: listed.length, last: listed.at(-1)?.id ?? null };
    }),
  ];
}

/** If the object at the position no longer exists, the listing cannot be continued after it and starts over. */
async function fromPosition<T>(
  { since, after }: z.infer<typeof position>,
  page: (since: number, after: string | null) => Promise<T>,
): Promise<T> {
  try {
    return await page(since, after);
  } catch (error) {
    if (!(error instanceof PaymentsRefused) || after === null) throw error;
    return page(since, null);
  }
}
