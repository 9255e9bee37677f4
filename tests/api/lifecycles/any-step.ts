import type { Subscription, subscriptionPlans } from '@washdesk/contracts/billing/subscription';
import type { Preview } from '@washdesk/contracts/billing/subscription-preview';
import type { z } from 'zod';
import type { Life } from './agenda.ts';
import { anyTicks, isInterior, oneOf, pricesHere } from './any-life.ts';
import { askedBill, todaysBill, type Asked } from './bills.ts';
import type { Act, PreviewedLife } from './previewed-life.ts';

type Choice = z.infer<typeof subscriptionPlans.response>;
interface Changed {
  subscriptions: Subscription[];
}
interface Reinstated {
  mode: string;
  subscription: Subscription;
}

export async function* signUp(life: PreviewedLife, price: (typeof pricesHere)[number], ticked = anyTicks(life.random, price)): Life {
  const { person, customer } = life;
  const payload = { stripeCustomer: customer, PlanId: price.id, PlanPrice: price.unitAmount / 100, ...ticked };
  const query = new URLSearchParams({
    customer,
    site: '12',
    freeformonth: String(ticked.FreeForMonth ?? false),
    donotprorate: String(ticked.DoNotProrate ?? false),
    chargelastmonth: String(ticked.ChargeForLastMonth ?? false),
  });
  const act: Act<Subscription> = {
    name: `sign-up ${JSON.stringify(payload)}`,
    preview: async () => {
      const asked = life.ok('the amount due', await person.get<Asked>(`/invoice/${price.id}/latestinvoice?${query.toString()}`));
      const preview = await person.post<Preview>('/subscription/preview', { ...payload, from: asked.from });
      if (preview.status === 200) life.same('The preview', todaysBill(preview.body), askedBill(asked));
      return preview;
    },
    commit: ({ from }) => person.post('/subscription', { ...payload, from }),
    subscriptionIn: (body) => body,
    billsNow: true,
  };
  while (!life.subscription) yield* life.do(act);
}

const steps = {
  upgrade: (life: PreviewedLife) => toOffered(life, 'upgrade'),
  downgrade: (life: PreviewedLife) => toOffered(life, 'downgrade'),
  changeprice: toOtherPrice,
  increase,
  discontinue: (life: PreviewedLife) => end(life, 'discontinue'),
  terminate: (life: PreviewedLife) => end(life, 'terminate'),
  reinstate,
};
export type Step = keyof typeof steps;

/** One of the changes that the plan allows as it stands now: the wanted one, or any. */
export async function* anyStep(life: PreviewedLife, wanted?: Step): Life {
  life.pass();
  await life.look();
  const allowed = possible(life.running());
  const step = wanted && allowed.includes(wanted) ? wanted : oneOf(life.random, allowed);
  yield* steps[step](life);
}

function possible({ status, cancel_at_period_end: discontinued, plan, schedule }: Subscription): Step[] {
  if (status === 'canceled' || discontinued) return ['reinstate'];
  const sold = pricesHere.find(({ productId, current }) => current && productId === plan?.product.id);
  const { upgrade_class: up, downgrade_class: down } = plan?.product.metadata ?? {};
  const dearer = pricesHere.some(({ id }) => id === `${plan?.id}_next`);
  return [
    ...(status === 'active' && up ? (['upgrade', 'upgrade', 'upgrade'] as const) : []),
    ...(status === 'active' && down ? (['downgrade', 'downgrade', 'downgrade'] as const) : []),
    ...(sold && otherPrices(sold.id, plan?.id).length > 0 ? (['changeprice'] as const) : []),
    ...(dearer && !schedule ? (['increase'] as const) : []),
    'discontinue',
    'terminate',
  ];
}

/** Another price of the same class, or any that is sold today for such a plate. */
const otherPrices = (like: string, held: string | undefined) => {
  const now = pricesHere.find(({ id }) => id === like);
  return pricesHere.filter(
    (price) =>
      now && isInterior(price) === isInterior(now) && price.id !== held && (price.current || price.productClass === now.productClass),
  );
};

async function* toOffered(life: PreviewedLife, change: 'upgrade' | 'downgrade'): Life {
  const { id } = life.running();
  const { plans } = life.ok(`plans to ${change}`, await life.person.get<Choice>(`/subscription/${id}/plans?mode=${change}`));
  yield* toPrice(life, change, oneOf(life.random, plans).PlanId);
}

async function* toOtherPrice(life: PreviewedLife): Life {
  const { plan } = life.running();
  const sold = pricesHere.find(({ productId, current }) => current && productId === plan?.product.id);
  yield* toPrice(life, 'changeprice', oneOf(life.random, otherPrices(sold?.id ?? '', plan?.id)).id);
}

async function* toPrice(life: PreviewedLife, change: 'upgrade' | 'downgrade' | 'changeprice', price: string): Life {
  const { person } = life;
  const { id } = life.running();
  yield* life.do<Changed>({
    name: `${change} to ${price}`,
    preview: () => person.post(`/subscription/${id}/preview`, { change, price }),
    commit: ({ proration_date }) => person.post(`/subscription/${id}/${change}`, { price, proration_date }),
    subscriptionIn: ({ subscriptions }) => subscriptions.find((one) => one.id === id),
    billsNow: change === 'upgrade',
  });
}

async function* increase(life: PreviewedLife): Life {
  const { id, plan } = life.running();
  const wanted = { subscriptionId: id, newPrice: `${plan?.id}_next` };
  yield life.now;
  life.ok('increase', await life.person.post('/subscriptionschedule', wanted));
  await life.announce();
}

async function* end(life: PreviewedLife, how: 'discontinue' | 'terminate'): Life {
  const { id } = life.running();
  yield life.now;
  life.ok(how, await life.person.post(`/subscription/${id}/${how}`, { reason: 'Moved away' }));
  await life.announce();
}

async function* reinstate(life: PreviewedLife): Life {
  const { person } = life;
  const { id, status } = life.running();
  const { mode, plans } = life.ok('plans to reinstate', await person.get<Choice>(`/subscription/${id}/plans?mode=reinstate`));
  const goesOn = status !== 'canceled';
  const plan = oneOf(life.random, plans);
  const wanted = goesOn ? {} : { price: plan.PlanId, ...anyTicks(life.random, { allowProrate: plan.allow_prorate }) };
  yield* life.do<Reinstated>({
    name: `reinstate ${JSON.stringify(wanted)}`,
    preview: () => person.post(`/subscription/${id}/preview`, { change: 'reinstate', ...wanted }),
    commit: ({ from }) => person.post(`/subscription/${id}/reinstate?mode=${mode}`, { ...wanted, from }),
    subscriptionIn: ({ subscription }) => subscription,
    billsNow: !goesOn,
  });
}
