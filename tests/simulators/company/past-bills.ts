import { firstOfMonth } from '@washdesk/rules/dates/billing-instant';
import { dayMs, shiftMonth } from './calendar.ts';
import type { Member, PastBill } from './member-model.ts';
import type { Price, Product } from './model.ts';
import type { Random } from './random.ts';

/** The shares of members who changed plans and of members whose card was declined once. */
const share = { changed: 0.07, declined: 0.16 };
const monthsBack = 12;
const hourMs = 3_600_000;

interface Offers {
  prices: readonly Price[];
  products: readonly Product[];
}

/**
 * Generates invoices of the last 13 months: those before a plan change, and renewals whose first payment failed. Only the second half of
 * the members has them, and only plans that continue unchanged: the first members have one invoice each.
 */
export function makePastBills(random: Random, now: Date, members: readonly Member[], offers: Offers): PastBill[] {
  const last = firstOfMonth(now);
  const first = (monthsAgo: number): Date => {
    const { year, month } = shiftMonth({ year: last.getUTCFullYear(), month: last.getUTCMonth() + 1 }, -monthsAgo);
    return new Date(Date.UTC(year, month - 1, 1, last.getUTCHours()));
  };
  return members.slice(Math.ceil(members.length / 2)).flatMap((member) => {
    const roll = random.fraction();
    const ago = random.whole(0, monthsBack);
    const days = random.whole(2, 6);
    const { subscription } = member;
    if (member.deleted || subscription?.status !== 'active' || subscription.increase) return [];
    const bill = (monthsAgo: number, priceId: string, paidAfterDays = 0): PastBill => {
      const at = first(monthsAgo);
      const paidAt = paidAfterDays > 0 ? new Date(at.getTime() + paidAfterDays * dayMs).toISOString() : null;
      return { customer: member.id, at: at.toISOString(), priceId, paidAt };
    };
    const isThere = (monthsAgo: number): boolean => subscription.created < first(monthsAgo).toISOString();
    if (roll < share.changed) {
      const before = formerPrice(offers, subscription.priceId);
      // the invoice of the current month exists anyway
      const since = ago === 0 ? [] : [bill(ago, subscription.priceId)];
      return before && isThere(ago + 1) ? [bill(ago + 1, before), ...since] : [];
    }
    const declined = bill(ago, subscription.priceId, days);
    const isOver = Date.parse(declined.paidAt!) < now.getTime() - hourMs;
    return roll < share.changed + share.declined && isThere(ago) && isOver ? [declined] : [];
  });
}

/** Adds the sign-up's bill and the renewals that are missing, each at the price of that time, back to this many months ago. */
export function withEveryBill(
  known: PastBill[],
  { now, members, months }: { now: Date; members: readonly Member[]; months: number },
): PastBill[] {
  if (months === 0) return known;
  const ofMember = Map.groupBy(known, ({ customer }) => customer);
  const last = firstOfMonth(now);
  const oldest = Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - months, 1, last.getUTCHours());
  return members.flatMap((member) => everyBill(member, ofMember.get(member.id) ?? [], oldest));
}

function everyBill({ id: customer, deleted, subscription }: Member, known: readonly PastBill[], oldest: number): PastBill[] {
  if (deleted || !subscription) return [...known];
  const { created, periodStart } = subscription;
  const bills: PastBill[] = known.filter(({ at }) => at === periodStart);
  let priceId = bills[0]?.priceId ?? subscription.priceId;
  let at = periodStart;
  while (at > created) {
    const before = firstOfMonth(new Date(Date.parse(at) - 1)).toISOString();
    at = before > created ? before : created;
    if (Date.parse(at) < oldest) break;
    const bill = known.find((one) => one.at === at) ?? { customer, at, priceId, paidAt: null };
    priceId = bill.priceId;
    bills.push(bill);
  }
  return [...known.filter((bill) => Date.parse(bill.at) < oldest), ...bills.toReversed()];
}

/** Returns the price of the plan that this one upgrades from, otherwise of the one that it downgrades from. */
function formerPrice({ prices, products }: Offers, priceId: string): string | null {
  const price = prices.find(({ id }) => id === priceId);
  const product = products.find(({ id }) => id === price?.productId);
  const former = product?.downgradeClass || product?.upgradeClass;
  return prices.find(({ productClass, site, current }) => productClass === former && site === price?.site && current)?.id ?? null;
}
