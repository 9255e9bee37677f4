import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { settingDefaults } from '@washdesk/rules/company/settings';
import { until } from '@washdesk/test-support/until';
import { countInHour } from '../../../db/hourly-count.ts';
import { ApiClient, clientAs } from '../../../testing/api-client.ts';
import { signedInMember } from '../../../testing/callers.ts';
import { startMessageDesk, type MessageDesk } from '../messages/desk.fixture.ts';
import { codeIn, MemberBrowser, tokenIn } from './member-browser.fixture.ts';

let desk: MessageDesk;
let lastNumber = 4_000;

beforeAll(async () => {
  desk = await startMessageDesk();
});
afterEach(() => desk.cloud.endPlans());
afterAll(() => desk.stop());

/** Guesses of one test must not count for the next. */
const forgetGuesses = () => desk.cloud.database.db.deleteFrom('hourly_count').execute();

interface Member {
  customer: string;
  phone: string;
  email: string;
  plate: string;
}

async function member(more: { email?: string; phone?: string } = {}): Promise<Member> {
  lastNumber += 1;
  const { phone = `+1815556${lastNumber}` } = more;
  const plate = `SELF${lastNumber}-IL`;
  const email = more.email ?? `self${lastNumber}@moore.test`;
  const customer = await desk.customer({ phone, email, metadata: { CustomerCode: plate } });
  const { status } = await desk.cashier.post('/subscription', { stripeCustomer: customer, PlanId: 'price_SuperKiss_12' });
  expect(status).toBe(200);
  await until('the welcome arrives', () => desk.textsTo(phone)[0]);
  return { customer, phone, email, plate };
}

const browser = () => new MemberBrowser(desk.cloud.url);
const linkTexts = (phone: string): string[] => desk.textsTo(phone).filter((text) => text.includes('/member'));
const linkTo = ({ phone }: Member, count = 1): Promise<string> => until('the link arrives', () => linkTexts(phone)[count - 1]);

async function request(visitor: MemberBrowser, contact: string): Promise<string> {
  const { status, body } = await visitor.post<{ request: string }>('/member/signin', { contact });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.request;
}

describe('a visitor who types a contact', () => {
  it('the phone number, or the plate with or without its state, gets a link at the phone on record', async () => {
    const one = await member();
    const { phone, plate } = one;
    const typed = [`(${phone.slice(2, 5)}) ${phone.slice(5)}`, plate.replace('-', ' ').toLowerCase(), plate.slice(0, -3)];
    for (const contact of typed) await request(browser(), contact);
    await linkTo(one, typed.length);
    for (const text of linkTexts(phone)) {
      expect(text).toMatch(/https:\/\/desk\.washdesk\.test\/member#[\w-]{43}\nOr enter the code \d{6}\./);
    }
  });

  it('the email address gets it by email, and after unsubscribing too, since it was requested', async () => {
    const one = await member();
    const opt = { channel: 'email', address: one.email, since: new Date() } as const;
    await desk.cloud.database.db.insertInto('message_opt_out').values(opt).execute();
    await request(browser(), one.email.toUpperCase());
    const mail = await until('the email arrives', () => desk.mailsTo(one.email)[0]);
    expect(mail.subject).toBe('Your link to your wash plan');
    expect(linkTexts(one.phone)).toEqual([]);
  });

  it('the phone number of several members means the oldest plan: a sign-up with it takes nothing over', async () => {
    const one = await member();
    await member({ phone: one.phone });
    await sql`update mirror_subscription set created = created - interval '30 days' where customer = ${one.customer}`.execute(
      desk.cloud.database.db,
    );
    const phone = browser();
    await request(phone, one.phone);
    await phone.openLinkIn([await linkTo(one)]);
    expect(await phone.get('/member')).toMatchObject({ status: 200, body: { plate: one.plate } });
  });

  it('gets one answer, whether a member exists or not, and nothing is sent to an address that is not on record', async () => {
    const one = await member();
    const answers = [];
    for (const contact of [one.email, 'nobody@moore.test', one.plate, 'NONE123-IL', '+18155559999']) {
      const { status, body } = await browser().post('/member/signin', { contact });
      const { request: id, ...rest } = body as { request: string };
      expect(id).toMatch(/^[\da-f-]{36}$/);
      answers.push({ status, rest });
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set(['{"status":200,"rest":{"minutes":15}}']));
    await linkTo(one);
    expect(desk.mailsTo('nobody@moore.test')).toEqual([]);
  });

  it('gets no link for a former member without any plan', async () => {
    const customer = await desk.customer({ phone: '+18155567001' });
    await request(browser(), '+18155567001');
    const one = await member();
    await request(browser(), one.plate);
    await linkTo(one);
    expect({ customer, texts: desk.textsTo('+18155567001') }).toEqual({ customer, texts: [] });
  });

  it('stores no link, token or code that opens anything', async () => {
    const one = await member();
    await request(browser(), one.plate);
    const text = await linkTo(one);
    const { db } = desk.cloud.database;
    const messages = await db.selectFrom('message').select('text').where('customer', '=', one.customer).execute();
    const links = await db.selectFrom('member_link').selectAll().where('customer', '=', one.customer).execute();
    const stored = JSON.stringify([messages, links]);
    expect(stored).not.toContain(tokenIn(text));
    expect(stored).not.toContain(codeIn(text));
  });

  it('gets the link by a job that is stored with the request; afterwards what was typed is gone', async () => {
    const one = await member();
    const { db } = desk.cloud.database;
    const jobs = (ids: readonly string[]) =>
      db
        .selectFrom('job')
        .select(['what', 'state', 'payload'])
        .where('key', 'in', [...ids])
        .where('what', '=', 'member-sign-in.send')
        .execute();
    const ids = [await request(browser(), one.plate), await request(browser(), 'nobody@moore.test')];
    const pending = { what: 'member-sign-in.send', state: 'pending', payload: {} };
    expect(await jobs(ids)).toEqual([pending, pending]);
    await linkTo(one);
    await until('both jobs are done', async () => (await jobs(ids)).every(({ state }) => state === 'done') || null);
    const links = db.selectFrom('member_link').select(['contact', 'customer']).where('id', 'in', ids).orderBy('customer');
    expect(await links.execute()).toEqual([
      { contact: null, customer: one.customer },
      { contact: null, customer: null },
    ]);
  });

  it('five times an hour for one member gets no more', async () => {
    const one = await member();
    for (let turn = 0; turn < 7; turn += 1) await request(browser(), one.plate);
    await linkTo(one, 5);
    const other = await member();
    await request(browser(), other.plate);
    await linkTo(other);
    expect(linkTexts(one.phone)).toHaveLength(5);
    await forgetGuesses();
  });
});

describe('a link', () => {
  it('opens a session once, in a cookie for the calls of members alone', async () => {
    const one = await member();
    await request(browser(), one.plate);
    const text = await linkTo(one);
    const phone = browser();
    const response = await fetch(`${desk.cloud.url}/api/member/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: tokenIn(text) }),
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('set-cookie')).toMatch(
      /^__Secure-washdesk_member=[\w-]{43}; Path=\/api\/member; Max-Age=7200; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect(await phone.openLinkIn([text])).toMatchObject({ status: 403, body: { code: 'link_invalid' } });
  });

  it('shows the member’s plan, with the next bill that Stripe would send', async () => {
    const one = await member();
    const phone = browser();
    await request(phone, one.plate);
    expect((await phone.openLinkIn([await linkTo(one)])).status).toBe(200);
    const next = await desk.cloud.sdk.invoices.createPreview({
      subscription: (await desk.cloud.sdk.subscriptions.list({ customer: one.customer })).data[0]!.id,
    });
    expect(await phone.get('/member')).toMatchObject({
      status: 200,
      body: {
        name: 'Ada',
        plate: one.plate,
        plan: { name: 'Super Kiss', site: 'Joliet', standing: 'active' },
        next_bill: { total: next.amount_due, date: '2026-12-01T10:00:00.000Z' },
        card: { brand: 'visa', last4: '4242' },
        due: [],
        washes_this_month: 0,
      },
    });
    expect((await phone.delete('/member/session')).status).toBe(200);
    expect((await phone.get('/member')).status).toBe(401);
  });

  it('expires after 15 minutes', async () => {
    const one = await member();
    await request(browser(), one.plate);
    const text = await linkTo(one);
    await desk.cloud.database.db
      .updateTable('member_link')
      .set({ expires: new Date(Date.now() - 1_000) })
      .where('customer', '=', one.customer)
      .execute();
    expect(await browser().openLinkIn([text])).toMatchObject({ status: 403, body: { code: 'link_invalid' } });
  });
});

describe('a code', () => {
  it('opens a session in the browser that requested it, once', async () => {
    const one = await member();
    const desktop = browser();
    const id = await request(desktop, one.email);
    const mail = await until('the email arrives', () => desk.mailsTo(one.email)[0]);
    expect((await desktop.post('/member/session', { request: id, code: codeIn(mail.text) })).status).toBe(200);
    expect(await desktop.get('/member')).toMatchObject({ status: 200, body: { plate: one.plate } });
    for (const again of [desktop, browser()])
      expect(await again.post('/member/session', { request: id, code: codeIn(mail.text) })).toMatchObject({
        status: 403,
        body: { code: 'code_invalid' },
      });
  });

  it('is dead after five wrong ones, in the same words for a stranger', async () => {
    const one = await member();
    const answersTo = async (contact: string) => {
      const visitor = browser();
      const id = await request(visitor, contact);
      const codes = [];
      for (let turn = 0; turn < 6; turn += 1) {
        codes.push((await visitor.post('/member/session', { request: id, code: `00000${turn}` })).body['code']);
      }
      return { codes, id };
    };
    const dead = [...Array.from({ length: 5 }, () => 'code_wrong'), 'code_invalid'];
    const own = await answersTo(one.plate);
    expect(own.codes).toEqual(dead);
    expect((await answersTo('nobody@moore.test')).codes).toEqual(dead);
    const right = codeIn(await linkTo(one));
    await forgetGuesses();
    expect((await browser().post('/member/session', { request: own.id, code: right })).body['code']).toBe('code_invalid');
  });

  it('cannot be guessed: one network has twenty tries an hour, and IT is told; a valid link still opens', async () => {
    await forgetGuesses();
    const one = await member();
    await request(browser(), one.plate);
    const text = await linkTo(one);
    const codes = [];
    for (let turn = 0; turn < 30; turn += 1) codes.push((await browser().post('/member/session', { token: 'g'.repeat(43) })).body['code']);
    expect(codes.filter((code) => code === 'link_invalid')).toHaveLength(20);
    expect(codes.at(-1)).toBe('too_many_attempts');
    const rows = await desk.cloud.database.db.selectFrom('audit').select('id').where('action', '=', 'member.guessing').execute();
    expect(rows).toHaveLength(1);
    expect((await browser().openLinkIn([text])).status).toBe(200);
    await forgetGuesses();
  });

  it('counts for the whole company only where it can be right, and one refused there counts not for its network', async () => {
    await forgetGuesses();
    const { db } = desk.cloud.database;
    const company = async () => (await countInHour(db, 'member-guess:codes', 0)).attempts;
    const guess = async (id: string) => (await browser().post('/member/session', { request: id, code: '000000' })).body['code'];
    expect(await guess(randomUUID())).toBe('code_invalid');
    expect(await guess(await request(browser(), 'nobody@moore.test'))).toBe('code_wrong');
    expect(await company()).toBe(0);
    const one = await member();
    const id = await request(browser(), one.plate);
    await linkTo(one);
    expect(await guess(id)).toBe('code_wrong');
    expect(await company()).toBe(1);
    await countInHour(db, 'member-guess:codes', 299);
    const stranger = await request(browser(), 'nobody@moore.test');
    expect([await guess(id), await guess(stranger)]).toEqual(['too_many_attempts', 'too_many_attempts']);
    expect((await countInHour(db, 'member-guess:network:127.0.0.1', 0)).attempts).toBe(3);
    await forgetGuesses();
  });
});

describe("another member's data", () => {
  it('is never in reach: a receipt of another is unknown', async () => {
    const [one, other] = [await member(), await member()];
    const phone = browser();
    await request(phone, one.plate);
    await phone.openLinkIn([await linkTo(one)]);
    const receipts = await phone.get<{ receipts: { id: string; amount: number }[] }>('/member/receipts');
    expect(receipts.body.receipts).toHaveLength(1);
    const page = await phone.get<{ text: string }>(`/member/receipts/${receipts.body.receipts[0]!.id}`);
    expect(page.body.text).toContain('<title>Receipt</title>');
    const { id } = await desk.cloud.database.db
      .selectFrom('receipt')
      .select('id')
      .where('customer', '=', other.customer)
      .executeTakeFirstOrThrow();
    expect(await phone.get(`/member/receipts/${id}`)).toMatchObject({ status: 404, body: { code: 'receipt_not_found' } });
    expect(await phone.get('/member/washes')).toMatchObject({ status: 200, body: { washes: [], count: 0 } });
  });
});

describe('the member’s data', () => {
  it('is a file of this member alone', async () => {
    const [one, other] = [await member(), await member()];
    const phone = browser();
    await request(phone, one.plate);
    await phone.openLinkIn([await linkTo(one)]);
    const { status, body } = await phone.get<{ customer: string }>('/member/data');
    expect({ status, customer: body.customer }).toEqual({ status: 200, customer: one.customer });
    const file = JSON.stringify(body);
    expect(file).toContain(one.email);
    for (const text of [other.email, other.customer, 'token_hash', 'secret_hash']) expect(file).not.toContain(text);
    for (const wanted of [...Array<number>(9).fill(200), 429]) expect((await phone.get('/member/data')).status).toBe(wanted);
  });

  it('has no row of another member, whatever name, phone number and email address the member has', async () => {
    const [one, other] = [await member(), await member({ email: 'self-other@gmail.com' })];
    const phone = browser();
    await request(phone, one.plate);
    await phone.openLinkIn([await linkTo(one)]);
    const { sdk, settled } = desk.cloud;
    await sdk.customers.update(one.customer, { name: '@gmail.com', phone: other.phone, email: 'other@gmail.com' });
    await settled();
    for (const text of [other.email, other.customer]) {
      expect((await desk.cashier.post('/status/error', { error: `Cannot show ${text}`, path: '/redeem' })).status).toBe(200);
    }
    const { status, body } = await phone.get('/member/data');
    expect(status).toBe(200);
    const file = JSON.stringify(body);
    expect(file).toContain(one.plate);
    for (const text of [other.email, other.customer, other.plate]) expect(file).not.toContain(text);
  });

  it('is erased by the office when the member asks, who is told in either case', async () => {
    const one = await member();
    const [support, admin] = [await clientAs(desk.cloud, 'SupportCenter'), await clientAs(desk.cloud, 'Admin')];
    const phone = browser();
    await request(phone, one.plate);
    await phone.openLinkIn([await linkTo(one)]);
    const ask = () => phone.post<{ requested: string }>('/member/erasure', { lang: 'es' });
    const first = await ask();
    expect(first.status).toBe(200);
    expect(await ask()).toEqual(first);
    expect(await phone.get('/member')).toMatchObject({ body: { erasure_requested: first.body.requested } });
    expect(await support.get('/worklist/erasures?site=12')).toMatchObject({
      body: { rows: [{ customer: one.customer, plate: one.plate }], count: 1 },
    });
    expect(await support.get('/worklist/erasures?site=27')).toMatchObject({ body: { rows: [], count: 0 } });

    expect((await support.post(`/customer/${one.customer}/erasure/decline`, { reason: 'el plan sigue activo' })).status).toBe(200);
    await until('the answer arrives', () =>
      desk.textsTo(one.phone).find((text) => text.includes('Todavía no podemos borrar sus datos: el plan sigue activo')),
    );
    expect(await support.get('/worklist/erasures')).toMatchObject({ body: { count: 0 } });

    expect((await ask()).status).toBe(200);
    const [plan] = (await desk.cloud.sdk.subscriptions.list({ customer: one.customer })).data;
    expect((await admin.post(`/subscription/${plan!.id}/terminate`, { reason: 'Asked' })).status).toBe(200);
    await desk.cloud.settled();
    expect(await admin.post(`/customer/${one.customer}/erasure`, { reason: 'requested' })).toMatchObject({ status: 200 });
    await until('the member is told', () => desk.textsTo(one.phone).find((text) => text.startsWith('Como lo pidió, borramos sus datos.')));
    expect(await support.get('/worklist/erasures')).toMatchObject({ body: { count: 0 } });
    expect((await phone.get('/member')).status).toBe(401);
    const { db } = desk.cloud.database;
    const left = async () =>
      Promise.all(
        (['member_session', 'member_link', 'erasure_request'] as const).map((table) =>
          db.selectFrom(table).select('id').where('customer', '=', one.customer).execute(),
        ),
      );
    await until('nothing is left', async () => ((await left()).flat().length === 0 ? true : null));
    const kept = JSON.stringify([
      await db.selectFrom('audit').selectAll().execute(),
      await db.selectFrom('operation').selectAll().execute(),
    ]);
    for (const text of [one.email, one.phone, one.plate]) expect(kept.toLowerCase()).not.toContain(text.toLowerCase());
  });
});

describe('a renewal whose payment failed', () => {
  it('sends the link by itself, once, and no text to a member who stopped them or whose phone another has too', async () => {
    const [one, stopped, spanish, sharing] = [await member(), await member(), await member(), await member()];
    await member({ phone: sharing.phone });
    await desk.cloud.sdk.customers.update(spanish.customer, { metadata: { lang: 'es' } });
    for (const { customer } of [one, stopped, spanish, sharing]) {
      const [card] = (await desk.cloud.sdk.paymentMethods.list({ customer })).data;
      desk.cloud.spoil(card!.id, 'declined');
    }
    const opt = { channel: 'sms', address: stopped.phone, since: new Date() } as const;
    await desk.cloud.database.db.insertInto('message_opt_out').values(opt).execute();
    await desk.cloud.clock.moveTo('2026-12-01T18:00:00Z');
    const text = await linkTo(one);
    expect(text).toMatch(/^Your card was declined for your wash plan \(\$29\.99\)\. Update it here .*\/member#[\w-]{43}\nReply STOP/);
    expect(await linkTo(spanish)).toMatch(/^Su tarjeta fue rechazada .*\(\$29\.99\).*\/member\?lang=es#[\w-]{43}\nResponda STOP/);
    const mail = await until('the email arrives', () => desk.mailsTo(stopped.email)[0]);
    expect(mail.subject).toBe('Your wash plan payment didn’t go through');
    const phone = browser();
    expect((await phone.openLinkIn([text])).status).toBe(200);
    expect(await phone.get('/member')).toMatchObject({
      body: { plan: { standing: 'payment_due' }, due: [{ amount: 2999 }], needs_code: true },
    });
    const sent = linkTexts(one.phone).length;
    const code = await phone.post<{ request: string }>('/member/code', { lang: 'en' });
    const own = await linkTo(one, sent + 1);
    expect((await phone.post('/member/session', { request: code.body.request, code: codeIn(own) })).status).toBe(200);
    expect(await phone.get('/member')).toMatchObject({ body: { due: [{ amount: 2999 }], needs_code: false } });
    const other = await until('the email arrives', () => desk.mailsTo(sharing.email)[0]);
    expect(other.subject).toBe('Your wash plan payment didn’t go through');
    expect([one, stopped, sharing].map((each) => linkTexts(each.phone).length)).toEqual([2, 0, 0]);
  });
});

describe('a cancellation', () => {
  it('is confirmed with its number by text, once, in the language of the page', async () => {
    const one = await member();
    const client = new ApiClient(desk.cloud.url, await signedInMember(desk.cloud, one.customer));
    await desk.cloud.clock.moveTo('2027-02-05T18:00:00Z');
    const { body } = await client.get<{ cancel: { ends: string } }>('/member');
    const form = { reason: 'moved', ends: body.cancel.ends, lang: 'es' };
    const key = crypto.randomUUID();
    const canceled = await client.post<{ confirmation: string }>('/member/plan/cancel', form, { key });
    expect(await client.post('/member/plan/cancel', form, { key })).toEqual(canceled);
    const confirmations = () => desk.textsTo(one.phone).filter((text) => text.includes('confirmación'));
    const text = await until('the confirmation arrives', () => confirmations()[0]);
    expect(text).toContain(`Número de confirmación: ${canceled.body.confirmation}. Puede lavar hasta el 1 de marzo de 2027.`);
    expect(confirmations()).toHaveLength(1);
  });
});

describe('an act of a member', () => {
  it('is announced once on their phone, in the language of the page, also to a member who unsubscribed from emails', async () => {
    const one = await member();
    const client = new ApiClient(desk.cloud.url, await signedInMember(desk.cloud, one.customer));
    const opt = { channel: 'email', address: one.email, since: new Date() } as const;
    await desk.cloud.database.db.insertInto('message_opt_out').values(opt).execute();
    expect(await client.get('/member')).toMatchObject({ body: { lang: null } });
    expect((await client.put('/member/language', { lang: 'es' })).status).toBe(200);
    expect(await client.get('/member')).toMatchObject({ body: { lang: 'es' } });
    const move = (key: string) => client.post('/member/plate', { plate: 'ANNOUNCE', state: 'IL' }, { key });
    expect((await move('announced-1')).status).toBe(200);
    expect((await move('announced-1')).status).toBe(200);
    expect((await client.get('/member/data')).status).toBe(200);
    expect((await client.get('/member/data')).status).toBe(200);
    expect((await client.post('/member/erasure', { lang: 'es' })).status).toBe(200);
    const announced = () => desk.textsTo(one.phone).filter((text) => text.includes('¿No fue usted? Llame al 1-800-843-5477.'));
    await until('three acts are announced', () => announced().length >= 3 || null);
    const said = announced().map((text) => text.split('.')[0]);
    expect(new Set(said)).toEqual(
      new Set(['Se descargó un archivo con sus datos', 'Su plan de lavado pasó a otro auto', 'Usted pidió que borremos sus datos']),
    );
    expect(said).toHaveLength(3);
  });

  it('is announced if it starts a plan again, not if it keeps one', async () => {
    const one = await member();
    const { cloud } = desk;
    const client = new ApiClient(cloud.url, await signedInMember(cloud, one.customer));
    const { id } = (await cloud.sdk.subscriptions.list({ customer: one.customer })).data[0]!;
    await cloud.sdk.subscriptions.update(id, { cancel_at_period_end: true });
    await cloud.settled();
    expect(await client.post('/member/plan/reactivate')).toMatchObject({ status: 200 });
    await cloud.sdk.subscriptions.cancel(id);
    await cloud.settled();
    const price = 'price_SuperKiss_12';
    const { proration_date } = (await client.get<{ proration_date: number }>(`/member/restart/${price}`)).body;
    const { version: termsVersion } = settingDefaults.onlineTerms;
    expect(await client.post('/member/restart', { price, proration_date, termsVersion })).toMatchObject({ status: 200 });
    const announced = () => desk.textsTo(one.phone).filter((text) => text.includes('Not you? Call 1-800-843-5477.'));
    await until('the start is announced', () => announced()[0]);
    expect(announced().map((text) => text.split('.')[0])).toEqual(['Your wash plan was started again']);
  });
});
