import { randomUUID } from 'node:crypto';
import type { Browser } from './sign-up-browser.ts';

/** A new member, and the responses that the browser has received so far. */
export interface NewMember {
  plate: string;
  tag: string;
  email: string;
  /** E.164. */
  phone: string;
  /** A member with a loyalty card gets no welcome. */
  theCard: string | null;
  /** The handle of the card. */
  card: string;
  plan: string;
  /** One for each press. */
  keys: { customer: string; card: string; subscription: string; job: string };
  customer: string | null;
  subscription: string | null;
}

/** @param index among all new members; makes unique values */
export function newMember(index: number, { card, plan, withCard }: { card: string; plan: string; withCard: boolean }): NewMember {
  const digits = String(index).padStart(6, '0');
  return {
    plate: `HEAL${index}-IL`,
    tag: `77777+${digits}`,
    email: `heal${index}@example.com`,
    phone: `+1815556${digits.slice(-4)}`,
    theCard: withCard ? `629892231${digits.padStart(9, '0')}` : null,
    card,
    plan,
    keys: { customer: randomUUID(), card: randomUUID(), subscription: randomUUID(), job: randomUUID() },
    customer: null,
    subscription: null,
  };
}

export const signUpSteps: readonly ((browser: Browser, who: NewMember) => Promise<void>)[] = [
  async (browser, who) => {
    who.customer = String((await browser.operate('/customer', payloadOf(who), who.keys.customer))['id']);
  },
  async (browser, { customer, card, keys }) => {
    await browser.operate('/paymentmethods/attach', { customer, PaymentMethodId: card }, keys.card);
  },
  async (browser, who) => {
    const { customer, card, plan, keys } = who;
    // a whole month, because a prorated price depends on the day of the month
    const body = { stripeCustomer: customer, PaymentMethodId: card, PlanId: plan, DoNotProrate: true };
    who.subscription = String((await browser.operate('/subscription', body, keys.subscription))['id']);
  },
  (browser, { theCard, keys }) => browser.follow(theCard ? '/thecard' : '/communication/signup', keys.subscription, { key: randomUUID() }),
  async (browser, { keys }) => {
    await browser.follow('/logix', keys.subscription);
    await browser.follow('/logix/groups', keys.subscription);
  },
  async (browser, { keys }) => {
    await browser.follow('/firebird/customer', keys.subscription);
    await browser.follow('/firebird/activateplan', keys.subscription);
  },
  (browser, { keys }) => browser.follow('/signature', keys.subscription),
  async (browser, { keys, customer, subscription }) => {
    await browser.follow(`/receipt/${subscription}/print`, undefined, { body: { job: keys.job, kind: 'signup' } });
    await browser.follow('/note', keys.subscription, { body: { note: 'Signed up', customerId: customer } });
  },
  (browser, { customer }) => browser.look(`/customer/${customer}/general`),
];

const payloadOf = ({ plate, tag, email, phone, theCard }: NewMember): Record<string, unknown> => ({
  FirstName: 'Ada',
  LastName: 'Moore',
  Email: email,
  CellPhone: phone,
  Zipcode: '60431',
  City: 'Joliet',
  State: 'IL',
  CustomerCode: plate,
  SecondaryCode: tag,
  TheCardNumber: theCard,
  CarMake: 'HONDA',
  CarModel: 'CIVIC',
  CarColor: 'White',
});
