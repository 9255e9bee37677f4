import { randomUUID } from 'node:crypto';
import type { ApiClient, Reply } from '@washdesk/cloud-api/testing/api-client';
import { idOf } from '@washdesk/stripe-simulator/stand-in.fixture';
import type { CrashEnvironment } from '../crash-environment.ts';
import { untilAnswered } from './money-requests.ts';

/** A press that must have at most one result at Stripe, whenever the cloud is killed. */
export interface KilledOperation {
  what: string;
  key: string;
  /** Sends the press once; `insist` repeats it. */
  press(): Promise<Reply>;
  /** Sends the same key again until a response arrives. */
  insist(): Promise<Reply>;
  /** Returns the number of results at Stripe, found without the operation's own metadata: by plate, by charge, by plan. */
  results(): number;
  /** Returns other faults at Stripe after it was done. */
  wrong(): string[];
}

interface Asked {
  path: string;
  body: object;
  key?: string;
}

const kiss = 'price_SuperKiss_12';
const plus = 'price_SuperKissPlus_12';
const patient = { twice: () => false, cutAfterMs: () => null };
const runningStatuses = ['active', 'trialing', 'past_due', 'incomplete'];

function pressOf(person: ApiClient, { path, body, key = randomUUID() }: Asked) {
  return {
    key,
    press: () => person.post(path, body, { key }),
    insist: () => untilAnswered(person, path, body, key, patient),
  };
}

type Prepare = (environment: CrashEnvironment, person: ApiClient, random: () => number) => Promise<KilledOperation>;

const newCustomer: Prepare = async ({ stripe }, person, random) => {
  const plate = `K${randomUUID().slice(0, 6).toUpperCase()}-IL`;
  const names = { FirstName: 'Ada', LastName: 'Moore', Email: random() < 0.5 ? 'ada@moore.test' : '', CellPhone: '815-555-0101' };
  const body = { ...names, Zipcode: '60435', City: 'Joliet', State: 'IL', CarModel: 'F-150', CustomerCode: plate };
  const results = (): number => stripe.store.list('customer').filter(({ metadata }) => metadata['CustomerCode'] === plate).length;
  return { what: 'customer', ...pressOf(person, { path: '/customer', body }), results, wrong: () => [] };
};

const clone: Prepare = async ({ stripe, settled }, person) => {
  const [ownPlate, plate] = [`S${randomUUID().slice(0, 6).toUpperCase()}-IL`, `C${randomUUID().slice(0, 6).toUpperCase()}-IL`];
  const names = { FirstName: 'Ada', LastName: 'Moore', Zipcode: '60435', State: 'IL', CarModel: 'F-150', CustomerCode: ownPlate };
  const { status, body: source } = await person.post('/customer', names);
  if (status !== 200) throw new Error(`No source of a clone: ${status} ${JSON.stringify(source)}`);
  await settled();
  const from = String(source['id']);
  const customers = (code: string) => stripe.store.list('customer').filter(({ metadata }) => metadata['CustomerCode'] === code);
  const arePaired = (): boolean => {
    const [made] = customers(plate);
    return made?.metadata['clonedFrom'] === from && customers(ownPlate)[0]?.metadata['clonedTo'] === made.id;
  };
  return {
    what: 'clone',
    ...pressOf(person, { path: '/customer', body: { ClonedFrom: from, CustomerCode: plate, SecondaryCode: `T${plate.slice(1)}` } }),
    results: () => customers(plate).length,
    wrong: () => (arePaired() ? [] : ['source and clone do not know of each other']),
  };
};

const charge: Prepare = async ({ stripe, customer: newOne }, person, random) => {
  const { customer, card } = await newOne();
  const amount = 100 + Math.floor(random() * 4_000);
  const body = { amount, description: 'Wax', customerId: customer, payment_method: card };
  const charges = () => stripe.store.list('charge').filter((one) => one.customer === customer);
  return {
    what: 'charge',
    ...pressOf(person, { path: '/paymentintent', body }),
    results: () => charges().length,
    wrong: () => (charges().every((one) => one.status === 'succeeded' && one.amount === amount) ? [] : ['another amount was charged']),
  };
};

const refund: Prepare = async ({ stripe, sdk, customer: newOne }, person, random) => {
  const { customer, card } = await newOne();
  const how = { confirm: true, off_session: true, payment_method: card, allowed_payment_method_types: ['card' as const] };
  const charged = idOf((await sdk.paymentIntents.create({ amount: 5_000, currency: 'usd', customer, ...how })).latest_charge);
  const amount = 100 + Math.floor(random() * 2_000);
  const refunds = () => stripe.store.list('refund').filter((one) => one.charge === charged);
  return {
    what: 'refund',
    ...pressOf(person, { path: `/refund/${charged}`, body: { amount, notes: 'Rain', description: 'Wash' } }),
    results: () => refunds().length,
    wrong: () => (refunds().every((one) => one.amount === amount) ? [] : ['another amount was given back']),
  };
};

/** A member since today, whose whole month is paid. */
async function member({ customer: newOne, settled }: CrashEnvironment, person: ApiClient) {
  const held = await newOne();
  await settled();
  const { status, body } = await person.post('/subscription', { stripeCustomer: held.customer, PlanId: kiss, DoNotProrate: true });
  if (status !== 200) throw new Error(`No member: ${status} ${JSON.stringify(body)}`);
  return { ...held, subscription: String(body['id']) };
}

const reinstate: Prepare = async (environment, person) => {
  const { stripe, sdk } = environment;
  const { customer, subscription } = await member(environment, person);
  await sdk.subscriptions.cancel(subscription);
  const others = () => stripe.store.list('subscription').filter((one) => one.customer === customer && one.id !== subscription);
  const paid = () => stripe.store.list('charge').filter((one) => one.customer === customer && one.status === 'succeeded').length;
  const before = paid();
  return {
    what: 'reinstate',
    ...pressOf(person, { path: `/subscription/${subscription}/reinstate`, body: { DoNotProrate: true } }),
    results: () => others().filter(({ status }) => runningStatuses.includes(status)).length,
    wrong: () => (paid() - before === 1 && others().length === 1 ? [] : [`${others().length} plans and ${paid() - before} charges`]),
  };
};

const upgrade: Prepare = async (environment, person) => {
  const { stripe } = environment;
  const { customer, subscription } = await member(environment, person);
  const invoices = () => stripe.store.list('invoice').filter((one) => one.customer === customer).length;
  const before = invoices();
  const running = () =>
    stripe.store.list('subscription').filter((one) => one.customer === customer && runningStatuses.includes(one.status));
  const upgraded = () => running().filter(({ billing }) => billing.items[0]?.price.id === plus);
  return {
    what: 'upgrade',
    ...pressOf(person, { path: `/subscription/${subscription}/upgrade`, body: { price: plus } }),
    results: () => upgraded().length,
    wrong: () =>
      invoices() - before === 1 && running().length === 1 ? [] : [`${invoices() - before} invoices, ${running().length} plans`],
  };
};

const prepares = { customer: newCustomer, clone, charge, refund, reinstate, upgrade };

export const killedOperationKinds = Object.keys(prepares) as (keyof typeof prepares)[];

/** Prepares one operation of each kind, with the objects that the mirror needs. */
export async function prepareOperations(
  environment: CrashEnvironment,
  person: ApiClient,
  random: () => number,
): Promise<KilledOperation[]> {
  const operations = await Promise.all(killedOperationKinds.map((kind) => prepares[kind](environment, person, random)));
  await environment.settled();
  return operations;
}
