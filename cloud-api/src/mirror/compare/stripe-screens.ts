import { z } from 'zod';
import { meaningOf } from '@washdesk/rules/plans/statuses';
import { compareStripe } from '@washdesk/rules/reconcile/compare-stripe';
import type { ProviderSubscription } from '../../common/provider-objects.ts';
import type { Db } from '../../db/pool.ts';
import { PaymentsRefused, type PaymentsReader } from '../../ports/payments.ts';
import type { Screen, Screened } from './compared-copy.ts';
import { comparedCustomer } from './compared-customer.ts';
import { mirroredCustomers, mirroredSubscriptions, notListed } from './mirror-sides.store.ts';

/**
 * The position in a listing of Stripe, newest first. `same`: the last listed objects of that second, so that objects of the mirror that
 * the listing lacks are found between two pages.
 */
const position = z.object({ id: z.string(), created: z.number(), same: z.array(z.string()) });
type Position = z.infer<typeof position>;

interface Listed {
  id: string;
  created: number;
}

interface Parts {
  db: Db;
  payments: PaymentsReader;
}

/** The screens of Stripe's listings: its customers with their default cards, and its subscriptions. */
export function stripeScreens({ db, payments }: Parts): readonly Screen[] {
  return [
    {
      name: 'customers',
      page: (cursor) =>
        fromPosition(cursor, async (from) => {
          const page = await payments.customersWithCards(from?.id ?? null);
          const mirror = await mirroredCustomers(
            db,
            page.map(({ customer }) => customer.id),
          );
          const suspects = page.flatMap(({ customer, card }) => {
            const here = mirror.get(customer.id);
            const compared = here && comparedCustomer({ ...here, subscriptions: [] });
            const differs = compareStripe(comparedCustomer({ customer, card, subscriptions: [] }), compared ?? null).length > 0;
            return differs ? [customer.id] : [];
          });
          const listed = page.map(({ customer }) => ({ id: customer.id, created: customer.created ?? 0 }));
          return screened(db, 'customer', { from, listed, suspects });
        }),
    },
    {
      name: 'plans',
      page: (cursor) =>
        fromPosition(cursor, async (from) => {
          const page = await firstPage(payments, from?.id);
          const mirror = new Map((await mirroredSubscriptions(db, { ids: page.map(({ id }) => id) })).map((one) => [one.id, one.object]));
          const suspects = page.filter((one) => differs(one, mirror.get(one.id))).map(({ customer }) => customer);
          return screened(db, 'subscription', { from, listed: page, suspects });
        }),
    },
  ];
}

async function firstPage(payments: PaymentsReader, from: string | undefined): Promise<ProviderSubscription[]> {
  for await (const page of payments.list('subscription', () => Promise.resolve(), from)) return page;
  return [];
}

const alone = (subscription: ProviderSubscription) =>
  comparedCustomer({ customer: { id: subscription.customer }, card: null, subscriptions: [subscription] });

const differs = (stripe: ProviderSubscription, mirror: ProviderSubscription | undefined): boolean =>
  mirror ? compareStripe(alone(stripe), alone(mirror)).length > 0 : !meaningOf(stripe.status).ended;

/** If the object at the position was deleted meanwhile, the listing cannot be continued after it and starts over. */
async function fromPosition(cursor: string | null, page: (from: Position | null) => Promise<Screened>): Promise<Screened> {
  const from = cursor === null ? null : position.parse(JSON.parse(cursor));
  try {
    return await page(from);
  } catch (error) {
    if (!(error instanceof PaymentsRefused) || from === null) throw error;
    return page(null);
  }
}

/** More objects of one second than any page has; beyond it that second is not searched. */
const mostSame = 1_000;

async function screened(
  db: Db,
  kind: 'customer' | 'subscription',
  { from, listed, suspects }: { from: Position | null; listed: readonly Listed[]; suspects: readonly string[] },
): Promise<Screened> {
  const last = listed.at(-1);
  const ofSecond = listed.filter(({ created }) => created === last?.created).map(({ id }) => id);
  const same = from && last?.created === from.created ? [...from.same, ...ofSecond] : ofSecond;
  const isSecondOver = from !== null && last?.created !== from.created;
  const missing = [
    ...(await notListed(
      db,
      kind,
      { after: last?.created ?? null, before: from?.created ?? null },
      listed.map(({ id }) => id),
    )),
    // the second of the previous page's end is whole only now
    ...(isSecondOver && from.same.length <= mostSame
      ? await notListed(db, kind, { after: from.created - 1, before: from.created + 1 }, [...from.same, ...listed.map(({ id }) => id)])
      : []),
  ];
  const next = last ? JSON.stringify({ id: last.id, created: last.created, same: same.slice(0, mostSame + 1) } satisfies Position) : null;
  return { suspects: [...new Set([...suspects, ...missing])], compared: listed.length, next };
}
