import { monthlyTotal } from '@washdesk/rules/billing/plan-tax';
import { formatDateUs } from '@washdesk/rules/dates/dates';
import { guaranteeEnd, skipReasonOf } from '@washdesk/rules/plans/bulk-increase';
import { offeredPlan, type OfferedPlan, type PlanSettings } from '@washdesk/rules/plans/offered-plan';
import { refusalOfPrice, type PriceLimits } from '@washdesk/rules/plans/price-ranges';
import type { Db, Tx } from '../../../db/pool.ts';
import { priceLimits, vehicleOf } from '../../../documents/price-ranges.ts';
import { pricesById } from '../../../mirror/reads/catalogue.store.ts';
import type { Clock } from '../../../ports/clock.ts';
import { membersOfPrice, type PayingMember } from './chosen-members.store.ts';
import { readChoice } from './increase-choice.ts';
import { insertMembers } from './increase-members.store.ts';
import { increasedMember, sortedName } from './member-facts.ts';
import { lockChoosing, setChosen, type IncreaseRow } from './price-increases.store.ts';

/** Page size of choosing members. */
const pageSize = 1_000;

interface Parts {
  db: Db;
  clock: Clock;
  planSettings: () => Promise<PlanSettings>;
}

/** The prices of one page: what its members pay now and will pay. */
interface Rise {
  from: OfferedPlan;
  to: OfferedPlan;
  limits: PriceLimits | null;
  now: Date;
}

/**
 * Chooses the next members of an increase from the mirror, and stores the progress in the same transaction, so that the work resumes there
 * after a kill.
 * @returns whether there was something to choose
 */
export function chooseMembers({ db, clock, planSettings }: Parts): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const increase = await lockChoosing(tx);
    if (!increase) return false;
    const { prices, signedUpFrom, signedUpBefore } = readChoice(increase.choice);
    const { place, behind } = increase.chosen;
    const rise = prices[place];
    if (!rise) {
      await setChosen(tx, increase.id, null, 0);
      return true;
    }
    const members = await membersOfPrice(tx, { price: rise.from, signedUpFrom, signedUpBefore, behind, most: pageSize });
    const plans = await riseOf(tx, rise, await planSettings(), clock.now());
    const rows = plans ? members.map((member) => memberRow(increase, member, plans)) : [];
    const added = await insertMembers(tx, rows);
    const last = members.at(-1)?.subscription.id;
    const next = members.length === pageSize && last ? { place, behind: last } : { place: place + 1, behind: '' };
    await setChosen(tx, increase.id, next, added);
    return true;
  });
}

/** Returns null if one of the prices has been removed since. */
async function riseOf(tx: Tx, { from, to }: { from: string; to: string }, settings: PlanSettings, now: Date): Promise<Rise | null> {
  const found = await pricesById(tx, [from, to]);
  const [paid, wanted] = [from, to].map((id) => found.find(({ price }) => price.id === id));
  if (!paid || !wanted) return null;
  const [old, later] = [offeredPlan(paid.price, paid.product, settings), offeredPlan(wanted.price, wanted.product, settings)];
  return { from: old, to: later, limits: (await priceLimits(tx)).get(later.productClass) ?? null, now };
}

function memberRow({ id, effective }: IncreaseRow, { subscription, customer, name, site }: PayingMember, { from, to, limits, now }: Rise) {
  const outOfRange = refusalOfPrice(to, limits, vehicleOf(customer));
  const member = { ...increasedMember({ subscription, customer, duration: from.duration, now }), outOfRange };
  const reason = skipReasonOf(member, { from: from.price, effective, now });
  return {
    increase: id,
    subscription: subscription.id,
    customer: subscription.customer,
    name: sortedName(name),
    site: site ?? from.site,
    old_price: from.price,
    new_price: to.price,
    old_amount: from.amount,
    new_amount: to.amount,
    old_total: monthlyTotal(from.amount, subscription, customer),
    new_total: monthlyTotal(to.amount, subscription, customer),
    state: reason === null ? ('planned' as const) : ('skipped' as const),
    reason,
    detail: reason === 'guaranteed' ? guaranteedUntil(member) : reason === 'out_of_range' ? outOfRange : null,
  };
}

export const guaranteedUntil = (member: Parameters<typeof guaranteeEnd>[0]): string =>
  `The price is guaranteed until ${formatDateUs(guaranteeEnd(member))}`;
