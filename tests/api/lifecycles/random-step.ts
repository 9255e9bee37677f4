import type { z } from 'zod';
import type { Subscription, subscriptionPlans } from '@washdesk/contracts/billing/plans/subscription';
import type { Preview } from '@washdesk/contracts/billing/plans/subscription-preview';
import { billOfLatestInvoice, todaysBill, type LatestInvoice } from './bills.ts';
import type { PreviewedChange, PreviewedLifecycle } from './previewed-lifecycle.ts';
import { randomOptions, isInterior, oneOf, sitePrices } from './random-choices.ts';
import type { Lifecycle } from './run-lifecycles.ts';

type Choice = z.infer<typeof subscriptionPlans.response>;
interface Changed {
  subscriptions: Subscription[];
}
interface Reinstated {
  mode: string;
  subscription: Subscription;
}

export async function* signUp(
  lifecycle: PreviewedLifecycle,
  price: (typeof sitePrices)[number],
  ticked = randomOptions(lifecycle.random, price),
): Lifecycle {
  const { person, customer } = lifecycle;
  const payload = { stripeCustomer: customer, PlanId: price.id, PlanPrice: price.unitAmount / 100, ...ticked };
  const query = new URLSearchParams({
    customer,
    site: '12',
    freeformonth: String(ticked.FreeForMonth ?? false),
    donotprorate: String(ticked.DoNotProrate ?? false),
    chargelastmonth: String(ticked.ChargeForLastMonth ?? false),
  });
  const change: PreviewedChange<Subscription> = {
    name: `sign-up ${JSON.stringify(payload)}`,
    preview: async () => {
      const asked = lifecycle.ok(
        'the amount due',
        await person.get<LatestInvoice>(`/invoice/${price.id}/latestinvoice?${query.toString()}`),
      );
      const preview = await person.post<Preview>('/subscription/preview', { ...payload, from: asked.from });
      if (preview.status === 200) lifecycle.same('The preview', todaysBill(preview.body), billOfLatestInvoice(asked));
      return preview;
    },
    commit: ({ from }) => person.post('/subscription', { ...payload, from }),
    subscriptionIn: (body) => body,
    billsNow: true,
  };
  while (!lifecycle.subscription) yield* lifecycle.do(change);
}

const steps = {
  upgrade: (lifecycle: PreviewedLifecycle) => toOffered(lifecycle, 'upgrade'),
  downgrade: (lifecycle: PreviewedLifecycle) => toOffered(lifecycle, 'downgrade'),
  changeprice: toOtherPrice,
  increase,
  discontinue: (lifecycle: PreviewedLifecycle) => end(lifecycle, 'discontinue'),
  terminate: (lifecycle: PreviewedLifecycle) => end(lifecycle, 'terminate'),
  reinstate,
};
export type Step = keyof typeof steps;

/** Makes one of the changes that the plan allows now: the given one, or any. */
export async function* anyStep(lifecycle: PreviewedLifecycle, wanted?: Step): Lifecycle {
  lifecycle.pass();
  await lifecycle.look();
  const allowed = possible(lifecycle.running());
  const step = wanted && allowed.includes(wanted) ? wanted : oneOf(lifecycle.random, allowed);
  yield* steps[step](lifecycle);
}

function possible({ status, cancel_at_period_end: discontinued, plan, schedule }: Subscription): Step[] {
  if (status === 'canceled' || discontinued) return ['reinstate'];
  const sold = sitePrices.find(({ productId, current }) => current && productId === plan?.product.id);
  const { upgrade_class: up, downgrade_class: down } = plan?.product.metadata ?? {};
  const dearer = sitePrices.some(({ id }) => id === `${plan?.id}_next`);
  return [
    ...(status === 'active' && up ? (['upgrade', 'upgrade', 'upgrade'] as const) : []),
    ...(status === 'active' && down ? (['downgrade', 'downgrade', 'downgrade'] as const) : []),
    ...(sold && otherPrices(sold.id, plan?.id).length > 0 ? (['changeprice'] as const) : []),
    ...(dearer && !schedule ? (['increase'] as const) : []),
    'discontinue',
    'terminate',
  ];
}

/** Another price of the same class for such a plate. */
const otherPrices = (like: string, held: string | undefined) => {
  const now = sitePrices.find(({ id }) => id === like);
  return sitePrices.filter(
    (price) => now && isInterior(price) === isInterior(now) && price.id !== held && price.productClass === now.productClass,
  );
};

async function* toOffered(lifecycle: PreviewedLifecycle, change: 'upgrade' | 'downgrade'): Lifecycle {
  const { id } = lifecycle.running();
  const { plans } = lifecycle.ok(`plans to ${change}`, await lifecycle.person.get<Choice>(`/subscription/${id}/plans?mode=${change}`));
  yield* toPrice(lifecycle, change, oneOf(lifecycle.random, plans).PlanId);
}

async function* toOtherPrice(lifecycle: PreviewedLifecycle): Lifecycle {
  const { plan } = lifecycle.running();
  const sold = sitePrices.find(({ productId, current }) => current && productId === plan?.product.id);
  yield* toPrice(lifecycle, 'changeprice', oneOf(lifecycle.random, otherPrices(sold?.id ?? '', plan?.id)).id);
}

async function* toPrice(lifecycle: PreviewedLifecycle, change: 'upgrade' | 'downgrade' | 'changeprice', price: string): Lifecycle {
  const { person } = lifecycle;
  const { id } = lifecycle.running();
  yield* lifecycle.do<Changed>({
    name: `${change} to ${price}`,
    preview: () => person.post(`/subscription/${id}/preview`, { change, price }),
    commit: ({ proration_date }) => person.post(`/subscription/${id}/${change}`, { price, proration_date }),
    subscriptionIn: ({ subscriptions }) => subscriptions.find((one) => one.id === id),
    billsNow: change === 'upgrade',
  });
}

async function* increase(lifecycle: PreviewedLifecycle): Lifecycle {
  const { id, plan } = lifecycle.running();
  const wanted = { subscriptionId: id, newPrice: `${plan?.id}_next` };
  yield lifecycle.now;
  lifecycle.ok('increase', await lifecycle.person.post('/subscriptionschedule', wanted));
  await lifecycle.announce();
}

async function* end(lifecycle: PreviewedLifecycle, how: 'discontinue' | 'terminate'): Lifecycle {
  const { id } = lifecycle.running();
  yield lifecycle.now;
  lifecycle.ok(how, await lifecycle.person.post(`/subscription/${id}/${how}`, { reason: 'Moved away' }));
  await lifecycle.announce();
}

async function* reinstate(lifecycle: PreviewedLifecycle): Lifecycle {
  const { person } = lifecycle;
  const { id, status } = lifecycle.running();
  const { mode, plans } = lifecycle.ok('plans to reinstate', await person.get<Choice>(`/subscription/${id}/plans?mode=reinstate`));
  const goesOn = status !== 'canceled';
  const plan = oneOf(lifecycle.random, plans);
  const wanted = goesOn ? {} : { price: plan.PlanId, ...randomOptions(lifecycle.random, { allowProrate: plan.allow_prorate }) };
  yield* lifecycle.do<Reinstated>({
    name: `reinstate ${JSON.stringify(wanted)}`,
    preview: () => person.post(`/subscription/${id}/preview`, { change: 'reinstate', ...wanted }),
    commit: ({ from }) => person.post(`/subscription/${id}/reinstate?mode=${mode}`, { ...wanted, from }),
    subscriptionIn: ({ subscription }) => subscription,
    billsNow: !goesOn,
  });
}
