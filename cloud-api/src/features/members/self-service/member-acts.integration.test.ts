import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { allEndpoints } from '@washdesk/contracts/all';
import { submitPage } from '@washdesk/stripe-simulator/checkout/submit-page.fixture';
import { until } from '@washdesk/test-support/until';
import { ApiClient } from '../../../testing/api-client.ts';
import type { BillingCloud } from '../../../testing/billing-cloud.ts';
import { signedInMember } from '../../../testing/callers.ts';
import { MemberPlans, type PlanMember } from './member-plans.fixture.ts';

let plans: MemberPlans;
let cloud: BillingCloud;

beforeAll(async () => {
  plans = await MemberPlans.start('2026-09-10T15:00:00Z');
  cloud = plans.cloud;
});
afterEach(() => cloud.endPlans());
afterAll(() => plans.stop());

describe('a member whose renewal failed', () => {
  it('saves a new card on the page of the provider, pays at once, and the lane lets the car in', async () => {
    const one = await plans.member();
    const other = await plans.member();
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
    const session = await plans.enterCard(page.body.url);
    expect(cloud.stripe.store.get('checkout.session', session)?.locale).toBe('es');
    expect((await other.client.post(`/member/card/${session}`)).status).toBe(404);
    const saved = await one.client.post(`/member/card/${session}`);
    expect(saved).toMatchObject({ status: 200, body: { status: 'complete', card: { brand: 'mastercard', last4: '4444' } } });
    expect(await one.client.post(`/member/card/${session}`)).toEqual(saved);

    expect(await one.client.post(`/member/invoices/${bill!.id}/pay`)).toMatchObject({
      status: 200,
      body: { status: 'paid', amount_paid: bill!.amount },
    });
    expect(await plans.statusAtLane(one.plate)).toBe('active');
    expect(plans.atStripe(one)?.default_payment_method).toBe((await cloud.sdk.paymentMethods.list({ customer: one.customer })).data[0]?.id);
    expect(await plans.auditOf(one, [`invoice:${bill!.id}`])).toEqual(['member.card-page-opened', 'card.made-default', 'invoice.paid']);
    expect(await plans.auditOf(other)).toEqual([]);
  });
});

describe('a call of a member that takes an id', () => {
  /** Every such call, with an id of another member; a price is of no member. */
  const foreignIds: Readonly<Record<string, (other: PlanMember) => Promise<string>>> = {
    memberReceipt: async ({ customer }) => {
      const found = cloud.database.db.selectFrom('receipt').select('id').where('customer', '=', customer);
      return (await found.executeTakeFirstOrThrow()).id;
    },
    memberBillPage: async ({ customer }) => (await cloud.sdk.invoices.list({ customer })).data[0]!.id,
    payMemberInvoice: async ({ customer }) => (await cloud.sdk.invoices.list({ customer })).data[0]!.id,
    finishMemberCard: async ({ client }) => plans.enterCard((await client.post<{ url: string }>('/member/card')).body.url),
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
    const [one, other] = [await plans.member(), await plans.member()];
    const id = await foreignIds[endpoint.id]!(other);
    const path = endpoint.path.replace(/\{\w+\}/, id);
    const before = await plans.auditOf(other);
    const { status, body } = endpoint.method === 'GET' ? await one.client.get(path) : await one.client.post(path);
    expect({ status, text: JSON.stringify(body).includes(other.customer) }).toEqual({ status: 404, text: false });
    expect(await plans.auditOf(other)).toEqual(before);
  });
});

it('the session of a payment link opens the overview, the card, the payment and the language alone', async () => {
  const { customer } = await plans.member();
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
    const one = await plans.member();
    const page = await one.client.post<{ url: string }>('/member/card');
    await plans.enterCard(page.body.url);
    expect(plans.atStripe(one)?.default_payment_method).toBe(one.card);
    await cloud.database.db.updateTable('job').set({ due: new Date() }).where('what', '=', 'member-card.complete').execute();
    await until('the card pays the plan', () => plans.atStripe(one)?.default_payment_method !== one.card || null);
    await cloud.settled();
    expect(await one.client.get('/member')).toMatchObject({ body: { card: { brand: 'mastercard', last4: '4444' } } });
  });

  it('is not one of many: five pages an hour, ten a day, each open for 40 minutes', async () => {
    const one = await plans.member();
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
    expect((await (await plans.member()).client.post('/member/card')).status).toBe(200);
    await cloud.database.db.deleteFrom('hourly_count').execute();
    expect(await statuses(5)).toEqual([200, 200, 200, 200, 200]);
    await cloud.database.db.deleteFrom('hourly_count').execute();
    expect(await statuses(1)).toEqual([429]);
  });
});

describe('cards that are declined on the page', () => {
  it('close it after five within a day, open no other one, and are reported once', async () => {
    const [one, other] = [await plans.member(), await plans.member()];
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
    const [one, other] = [await plans.member(), await plans.member()];
    const [plate, state] = other.plate.split('-');
    const taken = await one.client.post('/member/plate', { plate, state });
    expect(taken).toMatchObject({ status: 409, body: { code: 'plate_taken' } });
    expect(JSON.stringify(taken.body)).not.toContain(other.customer);

    const moved = await one.client.post('/member/plate', { plate: 'new 4711', state: 'in' });
    expect(moved).toEqual({ status: 200, body: { plate: 'NEW4711-IN' } });
    expect(await plans.statusAtLane('NEW4711-IN')).toBe('active');
    expect(await plans.statusAtLane(one.plate)).toBeUndefined();
    expect(await one.client.post('/member/plate', { plate: 'AGAIN1', state: 'IL' })).toMatchObject({
      status: 409,
      body: { code: 'plate_moved_recently', details: { from: expect.stringMatching(/^2027-04-0[12]/) } },
    });
    const both = await Promise.all(['RACE1', 'RACE2'].map((wanted) => other.client.post('/member/plate', { plate: wanted, state: 'IL' })));
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('that the counter moved counts too, another change at the counter does not', async () => {
    const one = await plans.member();
    const base = (await plans.cashier.get<{ metadata: Record<string, string> }>(`/customer/${one.customer}/general`)).body;
    const save = (from: typeof base, changed: Record<string, string>) =>
      plans.cashier.post(`/customer/${one.customer}`, { ...from, metadata: { ...from.metadata, ...changed }, base: from });
    expect((await save(base, { CarColor: 'Red' })).status).toBe(200);
    expect(await one.client.get('/member')).toMatchObject({ body: { plate_from: null } });
    const repainted = { ...base, metadata: { ...base.metadata, CarColor: 'Red' } };
    expect((await save(repainted, { CustomerCode: plans.newPlate() })).status).toBe(200);
    expect(await one.client.get('/member')).toMatchObject({ body: { plate_from: expect.stringMatching(/^2027-/) as string } });
    expect(await one.client.post('/member/plate', { plate: 'THIRD1', state: 'IL' })).toMatchObject({
      status: 409,
      body: { code: 'plate_moved_recently' },
    });
  });
});
