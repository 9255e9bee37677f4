import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { until } from '@washdesk/test-support/until';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { receiptNumber } from '../../billing/receipts/receipt-number.ts';
import { startMessageDesk, type MessageDesk } from './desk.fixture.ts';

let desk: MessageDesk;
let manager: ApiClient;
beforeAll(async () => {
  desk = await startMessageDesk();
  manager = await clientAs(desk.cloud, 'SalesManager');
});
afterAll(() => desk.stop());
beforeEach(() => desk.mend());

const text = (id: string, key?: string) => desk.cashier.post('/communication/text', { id }, key ? { key } : {});
const email = (id: string, key?: string) => desk.cashier.post('/communication/email', { id }, key ? { key } : {});

async function washOf(customer: string): Promise<string> {
  const id = randomUUID();
  const wash = { code: 'MEMBER1-IL', plan_name: 'Super Kiss', site: 12, terminal: null, employee: null, source: 'redeem', at: new Date() };
  await desk.cloud.database.db
    .insertInto('usage')
    .values({ id, customer, ...wash })
    .execute();
  return id;
}

const badEmailOf = async (customer: string): Promise<string | undefined> => {
  const found = await desk.cloud.sdk.customers.retrieve(customer);
  return found.deleted ? undefined : found.metadata['bademail'];
};

let lastNumber = 3_000;
const newNumber = (): string => `+1815556${(lastNumber += 1)}`;

describe('a receipt', () => {
  it('is texted to its customer, once for a key', async () => {
    const [phone, key] = [newNumber(), randomUUID()];
    const wash = await washOf(await desk.customer({ phone }));
    for (const _again of [1, 2]) expect(await text(wash, key)).toMatchObject({ status: 200, body: { state: 'sent', channel: 'sms' } });
    const [message, ...more] = desk.textsTo(phone);
    expect(more).toEqual([]);
    for (const word of ['Joliet', 'Super Kiss', 'MEMBER1-IL', receiptNumber(wash)!]) expect(message).toContain(word);
    expect(await text(await washOf(await desk.customer({ phone })), key)).toMatchObject({ status: 422, body: { code: 'key_reused' } });
  });

  it('is texted to one number at most six times an hour, for all users together', async () => {
    const phone = newNumber();
    const washes = await Promise.all(Array.from({ length: 8 }, async () => washOf(await desk.customer({ phone }))));
    const answers = await Promise.all(washes.map((wash) => text(wash)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
    expect(answers.filter(({ status }) => status === 409)).toMatchObject([{ body: { code: 'refused' } }, { body: { code: 'refused' } }]);
    expect(desk.textsTo(phone)).toHaveLength(6);

    await sql`update message set queued = queued - interval '1 hour' where recipient = ${phone}`.execute(desk.cloud.database.db);
    expect(await text(washes[0] ?? '')).toMatchObject({ status: 200 });
  });

  it('is e-mailed without a way to end what was asked for', async () => {
    const wash = await washOf(await desk.customer({ email: 'Ada@Moore.test' }));
    expect(await email(wash)).toMatchObject({ status: 200, body: { state: 'sent', channel: 'email' } });
    expect(desk.mailsTo('Ada@Moore.test')).toMatchObject([{ text: expect.stringContaining('Super Kiss'), unsubscribe: null }]);
  });

  it.each([
    ['text', {}, 'no_cell_phone', 'This customer has no cell phone'],
    ['text', { phone: '22222' }, 'no_cell_phone', 'This customer has no cell phone'],
    ['email', { phone: '+18155550111' }, 'no_email', 'This customer has no email address'],
    ['email', { email: 'x@no-email.invalid' }, 'no_email', 'This customer has no email address'],
    ['email', { email: 'a@b.test', metadata: { bademail: 'true' } }, 'bad_email', 'Email to this customer bounced'],
  ])('by %s to a customer with %j leaves nothing behind', async (way, reach, code, message) => {
    const customer = await desk.customer(reach);
    expect(await desk.cashier.post(`/communication/${way}`, { id: await washOf(customer) })).toMatchObject({
      status: 409,
      body: { code, message },
    });
    expect(await desk.cloud.database.db.selectFrom('message').select('id').where('customer', '=', customer).execute()).toEqual([]);
  });

  it('that there is not', async () => {
    expect(await text(randomUUID())).toMatchObject({ status: 404, body: { code: 'receipt_not_found' } });
  });
});

describe('a link to pay', () => {
  const unpaid = async (phone: string) => {
    const customer = await desk.customer({ phone });
    const { default_payment_method: card } = desk.cloud.stripe.store.get('customer', customer)!.invoice_settings;
    desk.cloud.spoil(`${card}`, 'declined');
    const plan = { customer, PlanId: 'price_SuperKiss_12' };
    const { body } = await desk.cashier.post<{ details: { subscription: string; invoice: string } }>('/subscription', plan);
    return { customer, ...body.details };
  };
  const link = (subscription: string, key = randomUUID()) => manager.post('/communication/paymentlink', { subscription }, { key });
  const listed = async (subscription: string) => {
    const { body } = await manager.get<{ rows: { subscription: string; due: number; noText: string | null }[] }>('/worklist/incomplete');
    return body.rows.find((row) => row.subscription === subscription);
  };

  it('is texted once for a key: the amount and Stripe’s page of the unpaid invoice, with who sent it', async () => {
    const phone = newNumber();
    const { customer, subscription, invoice } = await unpaid(phone);
    const { amount_due: due } = desk.cloud.stripe.store.get('invoice', invoice)!;
    expect(await listed(subscription)).toMatchObject({ due, noText: null });
    const key = randomUUID();
    for (const _again of [1, 2]) expect(await link(subscription, key)).toMatchObject({ status: 200, body: { state: 'sent' } });
    const page = (await desk.cloud.sdk.invoices.retrieve(invoice)).hosted_invoice_url;
    const [message, ...more] = desk.textsTo(phone);
    expect(more).toEqual([]);
    expect(message?.split('\n').slice(0, 3)).toEqual([
      `A payment of $${(due / 100).toFixed(2)} for your wash plan is due. Pay it here:`,
      page,
      'Reply STOP to opt out.',
    ]);
    const audit = await desk.cloud.database.db
      .selectFrom('whole_audit')
      .select('after')
      .where('action', '=', 'payment-link.texted')
      .where('subject', '=', `customer:${customer}`)
      .execute();
    expect(audit).toMatchObject([{ after: { subscription, due } }]);
  });

  it('is not for what was paid since, although the mirror does not know yet', async () => {
    const phone = newNumber();
    const { subscription, invoice } = await unpaid(phone);
    const { db } = desk.cloud.database;
    const card = await desk.cloud.card((await desk.cloud.sdk.invoices.retrieve(invoice)).customer as string);
    await desk.cloud.sdk.invoices.pay(invoice, { payment_method: card });
    await desk.cloud.settled();
    await db.updateTable('mirror_invoice').set({ status: 'open' }).where('id', '=', invoice).execute();
    expect(await link(subscription)).toMatchObject({ status: 409, body: { code: 'nothing_due' } });
    expect(desk.textsTo(phone).filter((sent) => sent.includes('A payment of'))).toEqual([]);
  });

  it('is not for who opted out, and needs a manager', async () => {
    const phone = newNumber();
    const { subscription } = await unpaid(phone);
    expect(await desk.cashier.post('/communication/paymentlink', { subscription })).toMatchObject({ status: 403 });
    expect(await desk.phone.reply(phone, 'STOP')).toBe(200);
    expect(await listed(subscription)).toMatchObject({ noText: 'opted_out' });
    expect(await link(subscription)).toMatchObject({ status: 409, body: { code: 'opted_out' } });
    expect(await link('sub_none')).toMatchObject({ status: 404, body: { code: 'subscription_not_found' } });
  });
});

describe('a customer who opted out of texts', () => {
  it('gets none from STOP to START', async () => {
    const phone = newNumber();
    const customer = await desk.customer({ phone });
    expect(await desk.phone.reply(phone, 'Stop ')).toBe(200);
    expect(await text(await washOf(customer))).toMatchObject({ status: 409, body: { code: 'opted_out' } });
    expect(await desk.phone.reply(phone, 'unstop')).toBe(200);
    expect(await text(await washOf(customer))).toMatchObject({ status: 200 });
    expect(await desk.phone.reply(phone, 'Thank you')).toBe(200);
  });

  it('is understood in their own words, and everything else they write is shown on the customer', async () => {
    const phone = newNumber();
    const customer = await desk.customer({ phone });
    const alerts = async () =>
      (await desk.cashier.get<{ alerts: { note: string; agent: string }[] }>(`/customer/${customer}/notes`)).body.alerts;
    expect(await desk.phone.reply(phone, 'My tag fell off. Card 4242 4242 4242 4242')).toBe(200);
    expect(await text(await washOf(customer))).toMatchObject({ status: 200 });
    expect(await desk.phone.reply(phone, 'please stop texting me')).toBe(200);
    expect(await text(await washOf(customer))).toMatchObject({ status: 409, body: { code: 'opted_out' } });
    expect((await alerts()).map(({ note, agent }) => [agent, note.replace(/^Text from .*?: /, '')])).toEqual([
      ['Text message', '“please stop texting me” Texts to this number were stopped.'],
      ['Text message', '“My tag fell off. Card [card number removed]”'],
    ]);
    expect(await desk.phone.reply(phone, 'Start.')).toBe(200);
    expect(await text(await washOf(customer))).toMatchObject({ status: 200 });
    expect(await alerts()).toHaveLength(2);
  });

  it('is remembered where the provider knew first', async () => {
    const phone = newNumber();
    desk.phone.deliverTo({ url: `${desk.cloud.url}/health`, signedAs: 'x' });
    await desk.phone.reply(phone, 'STOP');
    desk.phone.deliverTo({ url: `${desk.cloud.url}/api/webhook/sms`, signedAs: 'https://desk.washdesk.test/api/webhook/sms' });
    const customer = await desk.customer({ phone });
    const message = 'Failed to Send Text Message - The customer opted out of texts';
    expect(await text(await washOf(customer))).toMatchObject({ status: 409, body: { code: 'refused', message } });
    expect(await text(await washOf(customer))).toMatchObject({ status: 409, body: { code: 'opted_out' } });
  });

  it('is no customer whom an outside sender names', async () => {
    const phone = newNumber();
    const form = new URLSearchParams({ From: phone, Body: 'STOP' });
    const post = (headers: Record<string, string>) => fetch(`${desk.cloud.url}/api/webhook/sms`, { method: 'POST', body: form, headers });
    expect((await post({})).status).toBe(403);
    expect((await post({ 'x-twilio-signature': 'c2lnbmF0dXJl' })).status).toBe(403);
    expect(await text(await washOf(await desk.customer({ phone })))).toMatchObject({ status: 200 });
  });
});

describe('an e-mail', () => {
  it('that comes back marks the address as bad until another is saved', async () => {
    const customer = await desk.customer({ email: 'gone@moore.test' });
    await desk.mailbox.behave({ dead: ['gone@moore.test'] });
    const message = 'Failed to Send Email - The mailbox doesn’t exist (550)';
    expect(await email(await washOf(customer))).toMatchObject({ status: 409, body: { code: 'refused', message } });
    expect(await badEmailOf(customer)).toBe('true');
    const saved = await desk.cashier.post(`/customer/${customer}`, { email: 'new@moore.test', base: { email: 'gone@moore.test' } });
    expect(saved).toMatchObject({ status: 200, body: { email: 'new@moore.test', bademail: false } });
    expect(await badEmailOf(customer)).toBe('false');
    expect(await email(await washOf(customer))).toMatchObject({ status: 200 });
  });

  it('that the server will not have from us says nothing against the address', async () => {
    const customer = await desk.customer({ email: 'fine@moore.test' });
    await desk.mailbox.behave({ blocked: true });
    expect(await email(await washOf(customer))).toMatchObject({ status: 409, body: { code: 'refused' } });
    expect(await badEmailOf(customer)).toBeUndefined();
  });

  it('waits for a server that takes nothing now', async () => {
    const customer = await desk.customer({ email: 'later@moore.test' });
    await desk.mailbox.behave({ busy: true });
    expect(await email(await washOf(customer))).toMatchObject({ status: 503, body: { code: 'still_pending' } });
    await desk.mend();
    await until('it arrives', () => (desk.mailsTo('later@moore.test').length ? true : null));
  });

  it('is ended by its link: looking at the page changes nothing, the button does', async () => {
    const customer = await desk.customer({ email: 'Enough@Moore.test' });
    await desk.cashier.post('/subscription', { stripeCustomer: customer, PlanId: 'price_SuperKiss_12' });
    const mail = await until('the welcome arrives', () => desk.mailsTo('Enough@Moore.test')[0]);
    const link = `${mail.unsubscribe}`.replace('https://desk.washdesk.test', desk.cloud.url);
    const welcome = () => desk.cashier.post('/communication/signup', { customer });
    const page = await fetch(link);
    expect([page.status, page.headers.get('content-type'), await page.text()]).toEqual([
      200,
      'text/html; charset=utf-8',
      expect.stringContaining('<form method="post">'),
    ]);
    expect(await welcome()).toMatchObject({ body: { state: 'sent' } });
    const pressed = await fetch(link, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });
    expect([pressed.status, await pressed.text()]).toEqual([200, expect.stringContaining('unsubscribed')]);
    expect(await welcome()).toMatchObject({ body: { state: 'not-possible' } });
    expect(await email(await washOf(customer))).toMatchObject({ status: 200, body: { state: 'sent' } });
    expect((await fetch(`${link.slice(0, -1)}_`)).status).toBe(404);
  });
});
