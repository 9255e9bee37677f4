import { daysBefore } from './calendar.ts';
import type { EdgeCaseKey } from './edge-cases.ts';
import type { Member, EdgeCase } from './member-model.ts';
import { drawCard } from './members.ts';
import type { AdditionalPaymentMethod } from './payment-model.ts';
import { stripeId, type Random } from './random.ts';

const share = 0.08;

/** Second cards and Link, in addition to the payment method of the plan. */
export function makeAdditionalPaymentMethods(
  random: Random,
  now: Date,
  members: readonly Member[],
  edgeCases: Record<EdgeCaseKey, EdgeCase>,
): AdditionalPaymentMethod[] {
  const special = new Set(Object.values(edgeCases).map(({ customer }) => customer));
  const several = edgeCases.severalCards.customer;
  const added = daysBefore(now, 30).toISOString();
  const card = (customer: string): AdditionalPaymentMethod => ({ customer, added, kind: 'card', card: drawCard(random, now) });
  const link = (customer: string): AdditionalPaymentMethod => ({ customer, added, kind: 'link', id: stripeId(random, 'pm') });
  const expired: AdditionalPaymentMethod = {
    customer: several,
    added: daysBefore(now, 600).toISOString(),
    kind: 'card',
    card: { ...drawCard(random, now), expMonth: 3, expYear: now.getUTCFullYear() - 1 },
  };
  const others = members.flatMap(({ id, card: paying, deleted, created }) => {
    const further = random.chance(share) ? [random.chance(0.8) ? card(id) : link(id)] : [];
    return paying && !deleted && !special.has(id) && created < added ? further : [];
  });
  return [expired, card(several), link(several), ...others];
}
