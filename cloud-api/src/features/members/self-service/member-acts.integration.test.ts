import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { allEndpoints } from '@washdesk/contracts/all';
import { settingDefaults } from '@washdesk/rules/company/settings';
import { firstOfNextMonth } from '@washdesk/rules/dates/billing-instant';
import { submitPage } from '@washdesk/stripe-simulator/checkout/submit-page.fixture';
import { until } from '@washdesk/test-support/until';
import { ApiClient, clientAs } from '../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../testing/billing-cloud.ts';
import { signedInMember } from '../../../testing/callers.ts';

let cloud: BillingCloud;
let cashier: ApiClient;
let plates = 0;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-09-10T15:00:00Z', taxed: true });
  cashier = await clientAs(cloud, 'Cashier');
});
afterEach(() => cloud.endPlans());
afterAll(() => cloud.stop());

interface Member {
  customer: string;
  card: string;
  plate: string;
  subscription: string;
  client: ApiClient;
}

const superKiss = 'price_SuperKiss_12';
const newPlate = (): string => `ACT${(plates += 1)}-IL`;

async function member(): Promise<Member> {
  const plate = newPlate();
  const { customer, card } = await cloud.member({ plate });
  const { status, body } = await cashier.post('/subscription', { customer, PlanId: superKiss });
  expect(status, JSON.stringify(body)).toBe(200);
  return {
    customer,
    card,
    plate,
    subscription: String(body['id']),
    client: new ApiClient(cloud.url, await signedInMember(cloud, customer)),
  };
}

/** Enters a card on the simulator's page, as a phone does. */
async function enterCard(url: string, number: string): Promise<string> {
  const response = await submitPage(url, { email: 'ada@moore.test', name: 'Ada Moore', number, postal: '60601' });
  return new URL(response.headers.get('location') ?? '').searchParams.get('card') ?? '';
}

const statusAtLane = async (plate: string) =>
  (
    await cloud.database.db
      .selectFrom('roster_entry')
      .select('status')
      .where('code', '=', plate)
      .where('removed', '=', false)
      .executeTakeFirst()
  )?.status;
const auditOf = async ({ customer, subscription }: Member, more: readonly string[] = []) => {
  const rows = await cloud.database.db
    .selectFrom('whole_audit')
    .select('action')
    .where('actor', '=', 'member')
    .where('subject', 'in', [`customer:${customer}`, `subscription:${subscription}`, ...more])
    .orderBy('id')
    .execute();
  return rows.map(({ action }) => action);
};
const stored = ({ subscription }: Member) => cloud.stripe.store.get('subscription', subscription);

describe('a member whose renewal failed', () => {
  it('saves a new card on the page of the provider, pays at once, and the lane lets the car in', async () => {
    const one = await member();
    const other = await member();
    cloud.spoil(one.card, 'declined_insufficient_funds');
    await cloud.clock.moveTo('2026-10-02T15:00:00Z');
    const due = await one.client.get<{ plan: { standing: string }; due: { id: string; amount: number }[] }>('/member');
    expect(due.body.plan.standing).toBe('payment_due');
    expect(due.body.due).toHaveLength(1);
    const [bill] = due.body.due;
    // the old card again
    expect(await one.client.post(`/member/invoices/${bill!.id}/pay`)).toMatchObject({ status: 402, body: { code: 'card_declined' } });
    // another member's bill and page are unknown
    expect(await other.client.post(`/member/invoices/${bill!.id}/pay`)).toMatchObject({ status: 404, body: { code: 'invoice_not_found' } });

    const page = await one.client.post<{ url: string }>('/member/card?lang=es');
    expect(page.status).toBe(200);
    const session = await enterCard(page.body.url, '5555555555554444');
    expect(cloud.stripe.store.get('checkout.session', session)?.locale).toBe('es');
    expect((await other.client.post(`/member/card/${session}`)).status).toBe(404);
    const saved = await one.client.post(`/member/card/${session}`);
    expect(saved).toMatchObject({ status: 200, body: { status: 'complete', card: { brand: 'mastercard', last4: '4444' } } });
    expect(await one.client.post(`/member/card/${session}`)).toEqual(saved);

    expect(await one.client.post(`/member/invoices/${bill!.id}/pay`)).toMatchObject({
      status: 200,
      body: { status: 'paid', amount_paid: bill!.amount },
    });
    expect(await statusAtLane(one.plate)).toBe('active');
    expect(stored(one)?.default_payment_method).toBe((await cloud.sdk.paymentMethods.list({ customer: one.customer })).data[0]?.id);
    expect(await auditOf(one, [`invoice:${bill!.id}`])).toEqual(['member.card-page-opened', 'card.made-default', 'invoice.paid']);
    expect(await auditOf(other)).toEqual([]);
  });
});

describe('a call of a member that takes an id', () => {
  /** Every such call, with an id of another member; a price is of no member. */
  const foreignIds: Readonly<Record<string, (other: Member) => Promise<string>>> = {
    memberReceipt: async ({ customer }) => {
      const found = cloud.database.db.selectFrom('receipt').select('id').where('customer', '=', customer);
      return (await found.executeTakeFirstOrThrow()).id;
    },
    payMemberInvoice: async ({ customer }) => (await cloud.sdk.invoices.list({ customer })).data[0]!.id,
    finishMemberCard: async ({ client }) => enterCard((await client.post<{ url: string }>('/member/card')).body.url, '5555555555554444'),
  };
  const withId = allEndpoints.filter(
    ({ id, access, params }) => access.kind === 'member' && params && !['previewMemberPlan', 'previewRestart'].includes(id),
  );

  it('is known here', () => {
    expect(withId.map(({ id }) => id).toSorted()).toEqual(Object.keys(foreignIds).toSorted());
    const bodies = allEndpoints.filter(
      ({ access, body }) => access.kind === 'member' && body && JSON.stringify(z.toJSONSchema(body, { io: 'input' })).includes('customer'),
    );
    expect(bodies).toEqual([]);
  });

  it.each(withId)('$method $path knows nothing of another member', async (endpoint) => {
    const [one, other] = [await member(), await member()];
    const id = await foreignIds[endpoint.id]!(other);
    const path = endpoint.path.replace(/\{\w+\}/, id);
    const before = await auditOf(other);
    const { status, body } = endpoint.method === 'GET' ? await one.client.get(path) : await one.client.post(path);
    expect({ status, text: JSON.stringify(body).includes(other.customer) }).toEqual({ status: 404, text: false });
    expect(await auditOf(other)).toEqual(before);
  });
});

it('the session of a payment link opens the overview, the card, the payment and the language alone', async () => {
  const { customer } = await member();
  const headers = await signedInMember(cloud, customer, 'payment');
  const client = new ApiClient(cloud.url, headers);
  const open: string[] = [];
  for (const { id, method, path } of allEndpoints.filter(({ access }) => access.kind === 'member')) {
    const address = path.replace(/\{\w+\}/, crypto.randomUUID());
    const { status, body } = method === 'GET' ? await client.get(address) : await client.post(address);
    if (status !== 403 || (body as { code?: string }).code !== 'code_required') open.push(id);
  }
  expect(open.toSorted()).toEqual([
    'finishMemberCard',
    'getMember',
    'payMemberInvoice',
    'requestMemberCode',
    'saveMemberLanguage',
    'startMemberCard',
  ]);
});

describe('a card that was entered', () => {
  it('is saved although the browser never came back from the page', async () => {
    const one = await member();
    const page = await one.client.post<{ url: string }>('/member/card');
    await enterCard(page.body.url, '5555555555554444');
    expect(stored(one)?.default_payment_method).toBe(one.card);
    await cloud.database.db.updateTable('job').set({ due: new Date() }).where('what', '=', 'member-card.complete').execute();
    await until('the card pays the plan', () => stored(one)?.default_payment_method !== one.card || null);
    await cloud.settled();
    expect(await one.client.get('/member')).toMatchObject({ body: { card: { brand: 'mastercard', last4: '4444' } } });
  });

  it('is not one of many: five pages an hour, ten a day, each open for 40 minutes', async () => {
    const one = await member();
    const key = crypto.randomUUID();
    const now = (): number => Math.floor(cloud.clock.now().getTime() / 1_000);
    const before = now();
    const opened = await one.client.post<{ url: string }>('/member/card', {}, { key });
    const after = now();
    const [{ expires_at: expires } = { expires_at: 0 }] = (await cloud.sdk.checkout.sessions.list({ customer: one.customer })).data;
    expect(expires).toBeGreaterThanOrEqual(before + 2_400);
    expect(expires).toBeLessThanOrEqual(after + 2_400);
    const statuses = async (times: number) => {
      const found: number[] = [];
      for (let time = 0; time < times; time += 1) found.push((await one.client.post('/member/card')).status);
      return found;
    };
    expect(await statuses(5)).toEqual([200, 200, 200, 200, 429]);
    expect(await one.client.post('/member/card', {}, { key })).toEqual(opened);
    expect((await (await member()).client.post('/member/card')).status).toBe(200);
    await cloud.database.db.deleteFrom('hourly_count').execute();
    expect(await statuses(5)).toEqual([200, 200, 200, 200, 200]);
    await cloud.database.db.deleteFrom('hourly_count').execute();
    expect(await statuses(1)).toEqual([429]);
  });
});

describe('cards that are declined on the page', () => {
  it('close it after five within a day, open no other one, and are reported once', async () => {
    const [one, other] = [await member(), await member()];
    const { url } = (await one.client.post<{ url: string }>('/member/card')).body;
    const declined = async (): Promise<number> =>
      (await submitPage(url, { email: 'a@moore.test', name: 'A', number: '4000000000000002' })).status;
    for (let card = 1; card <= 4; card += 1) expect(await declined()).toBe(402);
    await cloud.settled();
    expect((await one.client.post('/member/card')).status).toBe(200);
    expect(await declined()).toBe(402);
    await until('the page is closed', async () => {
      const { status } = await cloud.sdk.checkout.sessions.retrieve(url.split('/').at(-1) ?? '');
      return status === 'expired' || null;
    });
    expect(await one.client.post('/member/card')).toMatchObject({ status: 429, body: { code: 'too_many_declines' } });
    expect((await other.client.post('/member/card')).status).toBe(200);
    const alerts = cloud.database.db.selectFrom('job').select(['customer', 'state']).where('what', '=', 'alert');
    const expected = [{ customer: one.customer, state: 'failed' }];
    expect(await alerts.where('key', 'like', `member-carding:${one.customer}:%`).execute()).toEqual(expected);
    await cloud.database.db
      .updateTable('member_card_decline')
      .set({ at: new Date(0) })
      .execute();
    expect((await one.client.post('/member/card')).status).toBe(200);
  });
});

describe('the plate', () => {
  it('moves at once, once in six months, and never to one of another plan', async () => {
    const [one, other] = [await member(), await member()];
    const [plate, state] = other.plate.split('-');
    const taken = await one.client.post('/member/plate', { plate, state });
    expect(taken).toMatchObject({ status: 409, body: { code: 'plate_taken' } });
    expect(JSON.stringify(taken.body)).not.toContain(other.customer);

    const moved = await one.client.post('/member/plate', { plate: 'new 4711', state: 'in' });
    expect(moved).toEqual({ status: 200, body: { plate: 'NEW4711-IN' } });
    expect(await statusAtLane('NEW4711-IN')).toBe('active');
    expect(await statusAtLane(one.plate)).toBeUndefined();
    expect(await one.client.post('/member/plate', { plate: 'AGAIN1', state: 'IL' })).toMatchObject({
      status: 409,
      body: { code: 'plate_moved_recently', details: { from: expect.stringMatching(/^2027-04-0[12]/) } },
    });
    const both = await Promise.all(['RACE1', 'RACE2'].map((wanted) => other.client.post('/member/plate', { plate: wanted, state: 'IL' })));
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('that the counter moved counts too, another change at the counter does not', async () => {
    const one = await member();
    const base = (await cashier.get<{ metadata: Record<string, string> }>(`/customer/${one.customer}/general`)).body;
    const save = (from: typeof base, changed: Record<string, string>) =>
      cashier.post(`/customer/${one.customer}`, { ...from, metadata: { ...from.metadata, ...changed }, base: from });
    expect((await save(base, { CarColor: 'Red' })).status).toBe(200);
    expect(await one.client.get('/member')).toMatchObject({ body: { plate_from: null } });
    const repainted = { ...base, metadata: { ...base.metadata, CarColor: 'Red' } };
    expect((await save(repainted, { CustomerCode: newPlate() })).status).toBe(200);
    expect(await one.client.get('/member')).toMatchObject({ body: { plate_from: expect.stringMatching(/^2027-/) as string } });
    expect(await one.client.post('/member/plate', { plate: 'THIRD1', state: 'IL' })).toMatchObject({
      status: 409,
      body: { code: 'plate_moved_recently' },
    });
  });
});

describe('a cancellation', () => {
  it('waits for the first full month, ends with the paid month, and can be undone', async () => {
    const one = await member();
    const early = await one.client.get<{ change_from: string; cancel: { ends: string } }>('/member');
    expect(early.body.change_from).toBe('2026-12-01T10:00:00.000Z');
    const asked = (ends: string) => one.client.post('/member/plan/cancel', { reason: 'moved', comment: 'Thanks', ends });
    expect(await asked(early.body.cancel.ends)).toMatchObject({ status: 409, body: { code: 'too_early' } });

    await cloud.clock.moveTo('2026-12-05T15:00:00Z');
    const { body } = await one.client.get<{ cancel: { ends: string; bills_again: boolean } }>('/member');
    expect(body.cancel).toEqual({ ends: '2027-01-01T10:00:00.000Z', bills_again: false });
    const key = crypto.randomUUID();
    const form = { reason: 'moved', comment: 'Thanks', ends: body.cancel.ends };
    const canceled = await one.client.post<{ confirmation: string }>('/member/plan/cancel', form, { key });
    expect(canceled).toMatchObject({ status: 200, body: { confirmation: expect.stringMatching(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/) } });
    expect(await one.client.post('/member/plan/cancel', form, { key })).toEqual(canceled);
    expect(stored(one)?.cancel_at_period_end).toBe(true);
    expect(await one.client.get('/member')).toMatchObject({
      body: { plan: { standing: 'ending', ends: '2027-01-01T10:00:00.000Z' }, next_bill: null, confirmation: canceled.body.confirmation },
    });
    expect(await asked(form.ends)).toMatchObject({ status: 409, body: { code: 'already_canceled' } });

    const undo = () => one.client.post('/member/plan/reactivate', {}, { key: 'undo-in-december' });
    expect(await undo()).toEqual({ status: 200, body: { active: true } });
    expect(await undo()).toEqual({ status: 200, body: { active: true } });
    expect(stored(one)?.cancel_at_period_end).toBe(false);
    expect(await one.client.get('/member')).toMatchObject({ body: { plan: { standing: 'active' }, confirmation: null } });
    expect(await one.client.post('/member/plan/reactivate')).toMatchObject({ status: 409, body: { code: 'not_canceled' } });
    expect(await auditOf(one)).toEqual(['member.canceled', 'subscription.discontinued', 'subscription.reinstated']);

    const twoPhones = await Promise.all([asked(form.ends), asked(form.ends)]);
    expect(twoPhones.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(twoPhones.find(({ status }) => status === 409)).toMatchObject({ body: { code: 'already_canceled' } });
    // undoes only what was canceled before
    expect(await undo()).toEqual({ status: 200, body: { active: true } });
    expect(stored(one)?.cancel_at_period_end).toBe(true);
  });

  it('from the 25th on bills one more month, as the page says before, and can be undone until then', async () => {
    const [one, other] = [await member(), await member()];
    await cloud.clock.moveTo('2027-02-25T18:00:00Z');
    const cancel = async ({ client }: Member) => {
      const { body } = await client.get<{ cancel: { ends: string } }>('/member');
      expect(body.cancel).toEqual({ ends: '2027-04-01T10:00:00.000Z', bills_again: true });
      return client.post('/member/plan/cancel', { reason: 'unused', ends: body.cancel.ends });
    };
    const { status, body: said } = await cancel(one);
    expect(status).toBe(200);
    const atCounter = async () =>
      (await cashier.get<{ subscriptions: { cancellation?: unknown }[] }>(`/customer/${one.customer}/subscriptions`)).body;
    const ends = Date.parse('2027-04-01T10:00:00Z') / 1_000;
    expect((await atCounter()).subscriptions[0]?.cancellation).toEqual({ confirmation: said['confirmation'], ends });
    expect((await cancel(other)).status).toBe(200);
    expect(stored(one)?.cancel_at_period_end).toBe(false);
    expect(await one.client.get('/member')).toMatchObject({
      body: { plan: { standing: 'ending', ends: '2027-04-01T10:00:00.000Z' }, next_bill: { date: '2027-03-01T10:00:00.000Z' } },
    });
    const undo = () => other.client.post('/member/plan/reactivate', {}, { key: 'undo-in-february' });
    expect(await undo()).toEqual({ status: 200, body: { active: true } });
    expect(await undo()).toEqual({ status: 200, body: { active: true } });

    await cloud.clock.moveTo('2027-03-02T15:00:00Z');
    // the jobs' times are the machine's
    await cloud.database.db.updateTable('job').set({ due: new Date() }).where('what', '=', 'member-plan.cancel').execute();
    await until('the plan is discontinued', () => stored(one)?.cancel_at_period_end);
    expect(stored(other)?.cancel_at_period_end).toBe(false);
    await until('the cancellation is done', async () => !(await atCounter()).subscriptions[0]?.cancellation || null);
    expect(await one.client.get('/member')).toMatchObject({
      body: { plan: { standing: 'ending', ends: '2027-04-01T10:00:00.000Z' }, next_bill: null },
    });
  });
});

describe('another plan', () => {
  it('is offered with its price, previewed, and charged as previewed', async () => {
    const one = await member();
    const { body } = await one.client.get<{ plans: { id: string; change: string }[] }>('/member/plans');
    const [higher] = body.plans.filter(({ change }) => change === 'upgrade');
    expect(await one.client.post('/member/plan', { price: higher!.id })).toMatchObject({ status: 409, body: { code: 'too_early' } });
    await cloud.clock.moveTo('2027-05-10T15:00:00Z');
    const preview = await one.client.get<{ due_today: number; proration_date: number }>(`/member/plans/${higher!.id}`);
    const form = { price: higher!.id, proration_date: preview.body.proration_date };
    const key = 'change-in-may';
    const changed = await one.client.post('/member/plan', form, { key });
    expect(changed).toEqual({ status: 200, body: { changed: true } });
    const [invoice] = (await cloud.sdk.invoices.list({ customer: one.customer, limit: 1 })).data;
    expect(invoice?.amount_paid).toBe(preview.body.due_today);
    // the response was lost
    expect(await one.client.post('/member/plan', form, { key })).toEqual(changed);
    expect((await cloud.sdk.invoices.list({ customer: one.customer, limit: 1 })).data).toMatchObject([{ id: invoice?.id }]);
    expect(await one.client.post('/member/plan', { price: 'price_SuperInterior_27' }, { key })).toMatchObject({
      status: 422,
      body: { code: 'key_reused' },
    });
    const other = await member();
    expect(await other.client.post('/member/plan', form, { key })).toMatchObject({ status: 409, body: { code: 'too_early' } });
    expect(await one.client.post('/member/plan', { price: 'price_SuperInterior_27' })).toMatchObject({
      status: 409,
      body: { code: 'plan_not_offered' },
    });
  });
});

describe('what was set at the provider', () => {
  it('is in what the member sees: a coupon in the next bill, a chosen end, no price of several', async () => {
    const one = await member();
    const change = async (more: Parameters<BillingCloud['sdk']['subscriptions']['update']>[1]) => {
      await cloud.sdk.subscriptions.update(one.subscription, more);
      await cloud.settled();
      return (await one.client.get('/member')).body;
    };
    const coupon = (await cloud.sdk.coupons.create({ percent_off: 10, duration: 'forever' })).id;
    expect(await change({ discounts: [{ coupon }] })).toMatchObject({ next_bill: { subtotal: 2_699, tax: 135, total: 2_834 } });
    const end = Math.floor(cloud.clock.now().getTime() / 1_000) + 86_400;
    const ends = new Date(end * 1_000).toISOString();
    const ending = await change({ cancel_at: end, proration_behavior: 'none' });
    expect(ending).toMatchObject({ plan: { standing: 'ending', ends, total: 3_149 }, next_bill: null });
    const item = cloud.stripe.store.get('subscription', one.subscription)!.items[0]!.id;
    const several = await change({ items: [{ id: item, quantity: 2 }], proration_behavior: 'none' });
    expect(several).toMatchObject({ plan: { amount: null, total: null } });
  });

  it('without a site leaves nothing to change to', async () => {
    const one = await member();
    const { product } = await cloud.sdk.prices.retrieve(superKiss);
    const price = await cloud.sdk.prices.create({
      product: product as string,
      unit_amount: 2_999,
      currency: 'usd',
      recurring: { interval: 'month' },
    });
    const item = cloud.stripe.store.get('subscription', one.subscription)!.items[0]!.id;
    await cloud.sdk.subscriptions.update(one.subscription, { items: [{ id: item, price: price.id }], metadata: { site: '' } });
    await cloud.settled();
    expect(await one.client.get('/member/plans')).toEqual({ status: 200, body: { plans: [] } });
  });
});

describe('an offer instead of canceling', () => {
  const set = async (lines: readonly string[]) =>
    cloud.database.db
      .insertInto('setting')
      .values({ name: 'saveOffers', value: JSON.stringify(lines), changed: cloud.clock.now() })
      .onConflict((on) => on.column('name').doUpdateSet({ value: JSON.stringify(lines) }))
      .execute();
  const offersOf = async ({ client }: Member) => (await client.get<{ save_offers: unknown[] }>('/member')).body.save_offers;
  const limit = { person: 0, device: 0, member: 1 };

  it('is a free month once in 12 months, counted with those of the counter, or a change to a named cheaper plan', async () => {
    await set(['unused: One month | Un mes | free month', 'expensive: Less | Menos | plan: Super Kiss', 'moved: Stay | Quédese']);
    const limits = { ...settingDefaults.giftLimits, freeMonths: limit };
    await cloud.database.db
      .updateTable('setting')
      .set({ value: JSON.stringify(limits) })
      .where('name', '=', 'giftLimits')
      .execute();
    const [one, other] = [await member(), await member()];
    await cashier.post(`/subscription/${other.subscription}/upgrade`, { price: 'price_SuperKissPlus_12' });
    expect(await offersOf(one)).toEqual([]);
    await cloud.clock.moveTo('2027-09-05T15:00:00Z');
    const text = { reason: 'moved', en: 'Stay', es: 'Quédese', act: null };
    const free = { reason: 'unused', en: 'One month', es: 'Un mes', act: { kind: 'free_month', date: '2027-10-01T10:00:00.000Z' } };
    expect(await offersOf(one)).toEqual([free, text]);
    expect(await offersOf(other)).toMatchObject([free, { act: { kind: 'plan', price: superKiss, total: 3149 } }, text]);

    const take = (key: string, reason = 'unused') => one.client.post('/member/plan/free-month', { reason }, { key });
    expect(await take('free-month-0', 'moved')).toMatchObject({ status: 409, body: { code: 'not_offered' } });
    expect(await take('free-month-1')).toEqual({ status: 200, body: { taken: true } });
    expect(await take('free-month-1')).toEqual({ status: 200, body: { taken: true } });
    expect(await take('free-month-2')).toMatchObject({ status: 409, body: { code: 'not_offered' } });
    expect(await one.client.get('/member')).toMatchObject({ body: { next_bill: { total: 0 }, save_offers: [text] } });
    expect(await auditOf(one)).toEqual(['subscription.free-month']);
    const given = cloud.database.db.selectFrom('gift').select(['kind', 'name']).where('customer', '=', one.customer);
    expect(await given.execute()).toEqual([{ kind: 'freeMonths', name: 'Member' }]);

    expect(await other.client.post('/member/plan', { price: superKiss })).toEqual({ status: 200, body: { changed: true } });
    await cloud.clock.moveTo('2027-10-02T15:00:00Z');
    const paid = async ({ customer }: Member) => (await cloud.sdk.invoices.list({ customer, limit: 1 })).data[0];
    expect(await paid(one)).toMatchObject({ status: 'paid', total: 0 });
    // the same card had its free month
    expect(await other.client.get('/member')).toMatchObject({
      body: { plan: { name: 'Super Kiss', total: 3149 }, save_offers: [text] },
    });
    expect(await statusAtLane(one.plate)).toBe('active');
    // the coupon is used, the year is not over
    expect(await offersOf(one)).toEqual([text]);
  });
});

describe('an ended plan', () => {
  const ended = async (): Promise<Member> => {
    const one = await member();
    await cloud.sdk.subscriptions.cancel(one.subscription);
    await cloud.settled();
    return one;
  };
  const terms = settingDefaults.onlineTerms.version;
  const costOf = async ({ client }: Member, price: string) =>
    (await client.get<{ due_today: number; proration_date: number }>(`/member/restart/${price}`)).body;
  const plansOf = ({ customer }: Member) => cloud.stripe.store.list('subscription').filter((plan) => plan.customer === customer);

  it('is started again once by two phones and a double press, as previewed, and the lane lets the car in', async () => {
    const one = await ended();
    expect(await statusAtLane(one.plate)).toBe('canceled');
    const { body } = await one.client.get<{ plans: { id: string }[]; former: boolean }>('/member/restart');
    expect(body).toMatchObject({
      former: true,
      plans: [{ id: superKiss, amount: 2999, total: 3149 }, { id: 'price_SuperKissPlus_12' }, {}],
      paid_until: firstOfNextMonth(cloud.clock.now()).toISOString().slice(0, 10),
    });
    const { due_today, proration_date } = await costOf(one, superKiss);
    const wanted = { price: superKiss, proration_date, termsVersion: terms };
    expect(await one.client.post('/member/restart', { ...wanted, termsVersion: 'old' })).toMatchObject({ body: { code: 'terms_changed' } });
    const press = (key: string) => one.client.post('/member/restart', wanted, { key });
    const answers = await Promise.all([press('restart-phone-1'), press('restart-phone-1'), press('restart-phone-2')]);
    expect(answers.slice(0, 2).map(({ status }) => status)).toEqual(answers[2].status === 200 ? [409, 409] : [200, 200]);
    expect(await press(answers[2].status === 200 ? 'restart-phone-2' : 'restart-phone-1')).toEqual({
      status: 200,
      body: { started: true },
    });
    expect(await press('restart-phone-3')).toMatchObject({ status: 409, body: { code: 'already_active' } });
    const [plan, ...more] = plansOf(one).filter(({ status }) => status === 'active');
    expect(more).toEqual([]);
    expect(plan?.metadata).toMatchObject({
      old_id: one.subscription,
      terminal: 'online',
      planduration: '6',
      termsversion: terms,
    });
    const invoices = (await cloud.sdk.invoices.list({ subscription: plan!.id })).data;
    expect(invoices.map(({ amount_paid }) => amount_paid)).toEqual([due_today]);
    expect(await statusAtLane(one.plate)).toBe('active');
    expect(await auditOf(one, [`subscription:${plan!.id}`])).toEqual(['subscription.reinstated']);
    expect(await one.client.get('/member')).toMatchObject({ body: { plan: { standing: 'active' } } });
  });

  it('is started with another card after a declined one', async () => {
    const one = await ended();
    cloud.spoil(one.card, 'declined_insufficient_funds');
    const start = async () => {
      const { proration_date } = await costOf(one, superKiss);
      return one.client.post('/member/restart', { price: superKiss, proration_date, termsVersion: terms });
    };
    expect(await start()).toMatchObject({ status: 402, body: { code: 'card_declined' } });
    const page = await one.client.post<{ url: string }>('/member/card?step=restart');
    const session = await enterCard(page.body.url, '5555555555554444');
    expect(cloud.stripe.store.get('checkout.session', session)?.success_url).toContain('/member?step=restart&card=');
    expect((await one.client.post(`/member/card/${session}`)).status).toBe(200);
    expect(await start()).toEqual({ status: 200, body: { started: true } });
    expect(plansOf(one).filter(({ status }) => status === 'active')).toHaveLength(1);
  });

  it('whose plate is on another plan is refused without saying whose', async () => {
    const [one, other] = [await ended(), await member()];
    await cloud.sdk.customers.update(other.customer, { metadata: { CustomerCode: one.plate } });
    await cloud.settled();
    const refused = await one.client.get('/member/restart');
    expect(refused).toMatchObject({ status: 409, body: { code: 'plate_taken' } });
    const from = Math.floor(cloud.clock.now().getTime() / 1_000);
    const start = await one.client.post('/member/restart', { price: superKiss, proration_date: from, termsVersion: terms });
    expect(start).toMatchObject({ status: 409, body: { code: 'plate_taken' } });
    expect(JSON.stringify([refused.body, start.body])).not.toContain(other.customer);
    expect(plansOf(one)).toHaveLength(1);
  });
});
