import { customerKeys, subscriptionKeys } from '@washdesk/rules/company/metadata-keys';
import { writeAudit } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import type { Act } from '../../../operations/act.ts';
import { exclusiveOfCustomer, type Outcome } from '../../../operations/deed.ts';
import type { Deeds } from '../../../operations/deeds.ts';
import { programPrincipal, type Principal } from '../../../common/caller.ts';
import { mirrored } from '../../../mirror/reads/mirrored.ts';
import { attemptOf } from '../../../jobs/attempt-of.ts';
import type { Attempt, ClaimedObligation } from '../../../jobs/obligation.ts';
import type { ReceiptOf } from './receipt.ts';
import { recordById, subjectOf } from './receipts.store.ts';

const kindName = 'increase.acknowledge';

interface Facts {
  receipt: string;
  customer: string;
  subscription: string;
  site: number | null;
}

/** Whoever gave the member the notice, as it stands on it. */
const teller = ({ employee, agent, site, terminal }: ReceiptOf<'priceincrease'>): Principal => ({
  ...programPrincipal(employee === null ? 'receipts' : String(employee), agent ?? 'Receipts', { employee, site, terminal }),
  kind: employee === null ? 'service' : 'staff',
});

/** The member was told of the coming price: nobody tells them again (design section 9, "The printed price-increase receipt"). */
export function acknowledgeIncrease({ db, deeds }: { db: Db; deeds: Deeds }) {
  const acknowledging = deeds.define<Facts>(kindName, perform);
  return async ({ key }: ClaimedObligation<'increase.acknowledge'>): Promise<Attempt> => {
    const receipt = await recordById(db, key);
    if (receipt?.kind !== 'priceincrease' || receipt.customer === null) return { kind: 'refused', reason: 'There is no such notice' };
    const { customer, site, facts } = receipt;
    const schedule = await mirrored(db, 'schedule', (await subjectOf(db, key)) ?? '');
    // another increase, or none, lies ahead by now: of that the member has not been told
    if (schedule?.status !== 'active') return { kind: 'done', result: { acknowledged: false } };
    const about = { route: kindName, key, request: { receipt: key }, customer, exclusive: exclusiveOfCustomer(customer) };
    const told = async (): Promise<Facts> => ({ receipt: key, customer, subscription: facts.subscription, site });
    try {
      await acknowledging.run({ ...about, principal: teller(receipt) }, told);
      return { kind: 'done', result: { acknowledged: true } };
    } catch (error) {
      return attemptOf(error);
    }
  };
}

async function perform(act: Act<Facts>): Promise<Outcome> {
  const { receipt, customer, subscription, site } = act.facts;
  const customers = { [customerKeys.scheduleAcknowledged]: 'true' };
  const subscriptions = { [subscriptionKeys.acknowledged]: 'true', [subscriptionKeys.acknowledgedSite]: site === null ? '' : String(site) };
  await act.write('subscription', 'subscription', (step) =>
    act.payments.changeSubscription(step, subscription, { metadata: subscriptions }),
  );
  // the flag that ends the telling comes last: before it the notice is printed once more rather than never
  await act.write('customer', 'customer', (step) => act.payments.updateCustomer(step, customer, { metadata: customers }));
  return {
    status: 200,
    body: { receipt },
    within: (tx, at) =>
      writeAudit(tx, {
        actor: act.by.id,
        site,
        action: 'subscription.increase-acknowledged',
        subject: `subscription:${subscription}`,
        after: { receipt, ...customers, ...subscriptions },
        at,
      }),
  };
}
