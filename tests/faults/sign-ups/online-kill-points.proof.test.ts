import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient, sessionKeyOf } from '@washdesk/cloud-api/testing/api-client';
import { nobody } from '@washdesk/cloud-api/testing/callers';
import { scaledTimeout } from '@washdesk/local-servers/processes/timeouts';
import { submitPage } from '@washdesk/stripe-simulator/checkout/submit-page.fixture';
import { seed } from '@washdesk/test-support/sizes';
import { until } from '@washdesk/test-support/until';
import { insist, startCrashEnvironment, type CrashEnvironment } from '../crash-environment.ts';
import { killPoints, type KillPoint, type Step } from './online-kill-points.ts';

const declinesUntilClosed = 3;
/** Longer than a claim on a job, which the unforced case waits for. */
const endsWithinMs = 60_000;

let environment: CrashEnvironment;
beforeAll(async () => {
  environment = await startCrashEnvironment({ seed });
});
afterAll(() => environment?.stop());

/** A stranger who signs up online. */
class Stranger {
  readonly plate: string;
  readonly email: string;
  readonly #client: ApiClient;
  readonly #key = randomUUID();
  #sessionKey = '';
  #page = '';

  constructor(plate: string) {
    this.plate = plate;
    this.email = `${plate.toLowerCase()}@washdesk.test`;
    this.#client = new ApiClient(environment.cloud.url, nobody);
  }

  make(step: Step): Promise<void> {
    return this.#steps[step]();
  }

  readonly #steps: Record<Step, () => Promise<void>> = {
    search: async () => {
      this.#sessionKey = await sessionKeyOf(this.#client);
      const asked = { email: this.email, customercode: `${this.plate}-IL`, sessionKey: this.#sessionKey };
      const { body } = await insist(() => this.#client.post('/online/search', asked));
      if (body['exists'] !== false) throw new Error(`The search answered ${JSON.stringify(body)}`);
    },
    open: async () => {
      const address = { city: 'Joliet', state: 'IL', country: 'US', postal_code: '60435' };
      const car = { plate: this.plate, plateState: 'IL', phone: '8155550100', PlanId: 'price_SuperKiss_12' };
      const form = { address, email: this.email, ...car, termsAgreed: true, sessionKey: this.#sessionKey };
      const { body } = await insist(() => this.#client.post('/checkout', form, { key: this.#key }));
      if (typeof body['url'] !== 'string') throw new Error(`No page: ${JSON.stringify(body)}`);
      this.#page = body['url'];
    },
    decline: () => this.#enterCard(402, '4000000000000002'),
    close: async () => {
      for (let card = 1; card <= declinesUntilClosed; card += 1) await this.#steps.decline();
    },
    pay: () => this.#enterCard(303),
    return: async () => {
      const result = () => insist(() => this.#client.get(`/checkout/${this.#page.split('/').at(-1)}`));
      await until('the sign-up is complete', async () => (await result()).body['status'] === 'complete' || null);
    },
  };

  async #enterCard(expected: number, number?: string): Promise<void> {
    const { status } = await submitPage(this.#page, { email: this.email, name: 'Zoë Müller', number });
    if (status !== expected) throw new Error(`The page answered ${status}`);
  }
}

const stepsBefore: Readonly<Record<Step, readonly Step[]>> = {
  search: [],
  open: ['search'],
  decline: ['search', 'open'],
  close: ['search', 'open'],
  pay: ['search', 'open'],
  return: ['search', 'open', 'pay'],
};
const stepsAfter: Readonly<Record<Step, readonly Step[]>> = {
  search: ['open', 'pay'],
  open: ['pay'],
  decline: ['pay'],
  close: [],
  pay: [],
  return: [],
};

async function killAt({ during, hold, meanwhile, isUnforced }: KillPoint, stranger: Stranger): Promise<void> {
  const { cloud, database } = environment;
  const held = await hold(environment);
  const step = stranger.make(during);
  if (meanwhile === 'leaves') step.catch(() => undefined);
  await held.reached;
  if (meanwhile === 'pays') await stranger.make('pay');
  await cloud.kill();
  await held.release();
  if (!isUnforced) {
    await sql`update provider_event set due = now() where worked is null`.execute(database.db);
    await sql`update job set claimed_until = null, due = now() where state = 'pending'`.execute(database.db);
  }
  await cloud.start();
  if (meanwhile !== 'leaves') await step;
}

/** Returns what a sign-up has left at Stripe and in the database. */
async function leftBy({ plate, email }: Stranger) {
  const { sdk, stripe, database } = environment;
  const code = `${plate}-IL`;
  const customers = (await sdk.customers.list({ email })).data;
  const isTheirs = ({ customer }: { customer: string | null }): boolean => customers.some(({ id }) => id === customer);
  const { db } = database;
  return {
    customers: customers.map(({ phone, address, metadata, invoice_settings: { default_payment_method: card } }) => ({
      code: metadata['CustomerCode'],
      phone,
      city: address?.city,
      hasCard: card !== null,
    })),
    plans: stripe.store
      .list('subscription')
      .filter(isTheirs)
      .map(({ status }) => status),
    paid: stripe.store.list('charge').filter((charge) => isTheirs(charge) && charge.status === 'succeeded').length,
    pages: stripe.store
      .list('checkout.session')
      .filter((one) => one.customer_email === email)
      .map(({ status }) => status),
    roster: await db.selectFrom('roster_entry').select('status').where('code', '=', code).where('removed', '=', false).execute(),
    claims: await db.selectFrom('code_claim').select('operation').where('code', '=', code).execute(),
    held: await db.selectFrom('online_page').select(['state', 'declines']).where('email', '=', email).execute(),
  };
}

const declines: Partial<Record<Step, number>> = { decline: 1, close: declinesUntilClosed };

function expectedAfter({ during, plans, meanwhile }: KillPoint, { plate }: Stranger) {
  const isSold = plans === 1;
  const isOpen = meanwhile === 'leaves';
  return {
    customers: isSold ? [{ code: `${plate}-IL`, phone: '8155550100', city: 'Joliet', hasCard: true }] : [],
    plans: isSold ? ['active'] : [],
    paid: plans,
    pages: [isSold ? 'complete' : isOpen ? 'open' : 'expired'],
    roster: isSold ? [{ status: 'active' }] : [],
    claims: isSold ? [{ operation: null }] : [],
    held: [{ state: isSold ? 'paid' : isOpen ? 'open' : 'closed', declines: declines[during] ?? 0 }],
  };
}

describe('cloud-api that is killed at', () => {
  it.each(killPoints.map((point, place) => [point.at, point, `POINT${place}`] as const))(
    '%s',
    async (_at, point, name) => {
      const { stripe, database } = environment;
      // as on another day
      await sql`delete from online_decline`.execute(database.db);
      await sql`update online_page set opened = opened - interval '1 day'`.execute(database.db);
      await sql`delete from hourly_count`.execute(database.db);
      const stranger = new Stranger(name);
      stripe.behave({ webhooks: { hold: point.during === 'return' } });
      for (const step of stepsBefore[point.during]) await stranger.make(step);
      await killAt(point, stranger);
      stripe.behave({ webhooks: { hold: false } });
      if (point.plans === 1 && !point.meanwhile) for (const step of stepsAfter[point.during]) await stranger.make(step);
      await environment.settled();
      await expect.poll(() => leftBy(stranger), { timeout: scaledTimeout(endsWithinMs) }).toEqual(expectedAfter(point, stranger));
    },
    scaledTimeout(300_000),
  );
});
