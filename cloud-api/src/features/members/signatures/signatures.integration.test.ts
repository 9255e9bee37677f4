import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SignatureRequest } from '@washdesk/contracts/members/signature';
import { Role } from '@washdesk/rules/company/roles';
import type { EnrolledTablet } from '@washdesk/simulators/tablet/enrolled-tablet';
import { until } from '@washdesk/test-support/until';
import { requestSignature } from '../../../documents/signature-request.ts';
import { enrolledRegister, signedIn, type Headers } from '../../../testing/callers.ts';
import { send } from '../../../testing/calls.ts';
import { signUp } from './sign-up.fixture.ts';
import { bodyOf, cookieOf, enrolTablet, submitSignature, idsAt, image, startTestSite, type TestSite } from './site.fixture.ts';

const day = 24 * 3_600_000;

let site: TestSite;

beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.cloud.stop());
beforeEach(() => site.cloud.database.db.updateTable('device').set({ polled: null }).execute());

const rowOf = (id: string) => site.cloud.database.db.selectFrom('signature').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('a request for a signature', () => {
  it('is 201 when a tablet of that terminal was there a moment ago, else 202 with words for the screen', async () => {
    const { customer } = await signUp(site.cloud.database);
    await idsAt(site.east);
    const alone = await site.ask({ customer, terminal: 'Washcashier1' });
    expect([alone.status, bodyOf(alone)]).toEqual([
      202,
      { id: expect.any(String), state: 'pending', tablet: false, message: 'Error Notifying Signature Tablet' },
    ]);

    await idsAt(site.west);
    const heard = await site.ask({ customer, terminal: 'Washcashier1' });
    expect([heard.status, bodyOf(heard)]).toMatchObject([201, { state: 'pending', tablet: true, message: null }]);
  });

  it('finds no tablet that was quiet for 15 seconds', async () => {
    const { customer } = await signUp(site.cloud.database);
    await idsAt(site.west);
    await site.cloud.database.db
      .updateTable('device')
      .set({ polled: sql`polled - interval '16 seconds'` })
      .execute();
    expect((await site.ask({ customer, terminal: 'Washcashier1' })).status).toBe(202);
  });

  it.each([
    ['a tablet of the whole site, for any terminal', () => site.whole, 'Washcashier4'],
    ['any tablet of the site, for no terminal', () => site.east, null],
  ])('is shown by %s', async (_name, which, terminal) => {
    await idsAt(which());
    const { customer } = await signUp(site.cloud.database);
    const answer = await site.ask({ customer, terminal });
    expect(answer.status).toBe(201);
    expect(await idsAt(which())).toContain(bodyOf(answer)['id']);
  });

  it('waits at the terminal of the session, whatever terminal the body names', async () => {
    const { customer } = await signUp(site.cloud.database);
    const headers = await signedIn(site.cloud, { roles: Role.Cashier, terminal: 'Washcashier2' });
    const body = JSON.stringify({ customer, terminal: 'Washcashier1' });
    const answer = await send(site.cloud.url, { method: 'POST', path: '/signature', headers, body });
    expect(await rowOf(String(bodyOf(answer)['id']))).toMatchObject({ terminal: 'Washcashier2' });
  });

  it('is the same one for the same receipt, and goes where the customer is', async () => {
    const { id, receipt, customer, subscription } = await site.asked('Washcashier1');
    for (const named of [{ receiptid: receipt }, { customer, subscription }, { customer, receiptid: receipt }]) {
      expect(bodyOf(await site.ask({ ...named, terminal: 'Washcashier2' }))).toMatchObject({ id });
    }
    expect(await idsAt(site.west)).not.toContain(id);
    expect(await idsAt(site.east)).toContain(id);
  });

  it('asked for by many at once is one', async () => {
    const { customer } = await signUp(site.cloud.database);
    const answers = await Promise.all(Array.from({ length: 6 }, () => site.ask({ customer })));
    expect(new Set(answers.map((answer) => bodyOf(answer)['id'])).size).toBe(1);
  });

  it('needs a sign-up that has a receipt', async () => {
    const { receipt } = await signUp(site.cloud.database);
    for (const body of [{ customer: 'cus_none' }, { receiptid: randomUUID() }, { customer: 'cus_none', receiptid: receipt }]) {
      const answer = await site.ask(body);
      expect([answer.status, bodyOf(answer)['code']]).toEqual([404, 'receipt_not_found']);
    }
    const nobody = await site.ask({});
    expect([nobody.status, bodyOf(nobody)['problems']]).toMatchObject([400, [{ path: 'body.customer' }]]);
  });

  it('that a sign-up requested is found by the key of the sign-up, whatever the body says', async () => {
    const { id, key } = await signUpRequest('done');
    const elsewhere = await signUp(site.cloud.database);
    await idsAt(site.west);
    const answer = await site.ask({ customer: elsewhere.customer, terminal: null }, { ...site.cashier, 'x-operation': key });
    expect([answer.status, bodyOf(answer)]).toMatchObject([201, { id, state: 'pending' }]);
    await submitSignature(site.west, id);
    expect(bodyOf(await site.ask({}, { ...site.cashier, 'x-operation': key }))).toMatchObject({ id, state: 'signed', tablet: true });
    expect(bodyOf(await site.ask({}, { ...site.cashier, 'x-operation': randomUUID() }))['code']).toBe('operation_not_found');
  });

  it('is not requested by a sign-up that has not succeeded', async () => {
    const { key } = await signUpRequest('started');
    expect(bodyOf(await site.ask({}, { ...site.cashier, 'x-operation': key }))['code']).toBe('operation_not_done');
  });
});

/** Creates a sign-up by the cashier, with the signature request of its transaction. */
async function signUpRequest(state: 'done' | 'started'): Promise<{ id: string; key: string }> {
  const { db } = site.cloud.database;
  const [operation, key, at] = [randomUUID(), randomUUID(), new Date()];
  const { principal } = await db.selectFrom('session').select('principal').orderBy('created').limit(1).executeTakeFirstOrThrow();
  const nothing = { request_hash: Buffer.alloc(32), by: '{}', facts: '{}', claimed_until: at, due: new Date(at.getTime() + day) };
  const row = {
    id: operation,
    kind: 'subscription.start',
    scope: `staff:${principal}`,
    route: '/subscription',
    key,
    customer: null,
    ...nothing,
  };
  await db
    .insertInto('operation')
    .values({ ...row, attempts: '{}', state, exclusive: null, status: null, body: null, last_error: null, settled: null })
    .execute();
  const { receipt } = await signUp(site.cloud.database);
  const request = { receipt, operation, site: 12, terminal: 'Washcashier1', by: principal, at };
  return { id: await db.transaction().execute((tx) => requestSignature(tx, request)), key };
}

describe('what waits', () => {
  it('is told with what was sold', async () => {
    const { id, customer, subscription, receipt } = await site.asked();
    const { body } = await site.west.ask({ method: 'GET', path: '/signature' });
    const { signatures, count } = body as { signatures: SignatureRequest[]; count: number };
    expect(count).toBe(signatures.length);
    expect(signatures.find((one) => one.id === id)).toEqual({
      id,
      receiptid: receipt,
      customer,
      subscription,
      plate: 'ABC123-IL',
      site: 12,
      terminal: 'Washcashier1',
      employee: 'Sam Fuller',
      sold: expect.any(String),
      item: 'Super Kiss',
      price: 2_999,
      duration: 3,
      state: 'pending',
      requested: expect.any(String),
      signed: null,
      remark: null,
      typedName: null,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('is shown at its own terminal, and to every user signed in at its site', async () => {
    const { id } = await site.asked('Washcashier1');
    const seenBy = async (headers: Headers) =>
      (await send(site.cloud.url, { method: 'GET', path: '/signature', headers })).text.includes(id);
    expect([await idsAt(site.west), await idsAt(site.east), await idsAt(site.whole)].map((ids) => ids.includes(id))).toEqual([
      true,
      false,
      true,
    ]);
    expect([await seenBy(site.cashier), await seenBy(site.stranger)]).toEqual([true, false]);
  });

  it('is what was asked for within a day', async () => {
    const at = new Date(Date.now() - day - 1_000);
    const { receipt } = await signUp(site.cloud.database, at);
    const old = { receipt, operation: null, site: 12, terminal: null, by: '101', at };
    const id = await site.cloud.database.db.transaction().execute((tx) => requestSignature(tx, old));
    expect(await idsAt(site.whole)).not.toContain(id);
    await site.ask({ receiptid: receipt });
    expect(await idsAt(site.whole)).toContain(id);
  });

  it('is for tablets: a register without a signed-in user receives nothing and signs nothing', async () => {
    const { id } = await site.asked();
    const register = await enrolledRegister(site.cloud);
    const body = JSON.stringify({ id, signature: image });
    for (const [headers, status] of [[register, 403] as const, [{}, 401] as const]) {
      expect((await send(site.cloud.url, { method: 'GET', path: '/signature', headers })).status).toBe(status);
      expect((await send(site.cloud.url, { method: 'PUT', path: '/signature', headers, body })).status).toBe(status);
    }
    expect(await rowOf(id)).toMatchObject({ state: 'pending' });
  });

  it('is nothing for a tablet that was taken out of service', async () => {
    const gone = await enrolTablet(site.cloud, site.admin, 'Washcashier1');
    const { device } = (await gone.ask({ method: 'GET', path: '/device/current' })).body as { device: { id: string } };
    await send(site.cloud.url, { method: 'DELETE', path: `/device/${device.id}`, headers: site.admin });
    expect((await gone.ask({ method: 'GET', path: '/signature' })).status).toBe(401);
  });
});

describe('a poll', () => {
  const poll = (tablet: EnrolledTablet, { version, query = '' }: { version?: string | null; query?: string } = {}) =>
    send(site.cloud.url, {
      method: 'GET',
      path: `/signature${query}`,
      headers: { ...cookieOf(tablet), ...(version && { 'if-none-match': version }) },
    });
  const versionAt = async (tablet: EnrolledTablet): Promise<string> => (await poll(tablet)).headers.get('etag') ?? '';

  it('includes the newest of more requests than a list has', async () => {
    const [terminal, at] = ['Washcashier9', new Date(Date.now() - 60_000)];
    for (let made = 0; made < 100; made += 1) {
      const { receipt } = await signUp(site.cloud.database, at);
      const request = { receipt, operation: null, site: 12, terminal, by: '101', at };
      await site.cloud.database.db.transaction().execute((tx) => requestSignature(tx, request));
    }
    const { id } = await site.asked(terminal);
    const busy = await enrolTablet(site.cloud, site.admin, terminal);

    const { text, headers } = await poll(busy);

    const listed = (JSON.parse(text) as { signatures: { id: string }[] }).signatures.map((one) => one.id);
    expect([listed.length, listed.at(-1)]).toEqual([100, id]);
    // both ways to read the list count the same requests
    expect((await poll(busy, { version: headers.get('etag') })).status).toBe(304);
  });

  it('of a list that the tablet has is 304 without a body, and a new request ends that within a second', async () => {
    const version = await versionAt(site.east);
    const again = await poll(site.east, { version });
    expect([again.status, again.text]).toEqual([304, '']);

    await site.asked('Washcashier1');
    const { id } = await site.asked('Washcashier2');
    const changed = await until('the poll notices it', async () => {
      const answer = await poll(site.east, { version });
      return answer.status === 200 ? answer : null;
    });
    expect(changed.text).toContain(id);
    expect((await poll(site.east, { version: changed.headers.get('etag') })).status).toBe(304);
  });

  it('after a hint reads what has just changed', async () => {
    const version = await versionAt(site.west);
    await poll(site.west, { version });
    const { id } = await site.asked('Washcashier1');
    expect((await poll(site.west, { version, query: '?noCache=true' })).text).toContain(id);
    await submitSignature(site.west, id);
    expect((await poll(site.west, { query: '?noCache=true' })).text).not.toContain(id);
  });

  it('counts as one of the tablet, also when nothing has changed', async () => {
    const version = await versionAt(site.west);
    await site.cloud.database.db.updateTable('device').set({ polled: null }).execute();
    expect((await poll(site.west, { version })).status).toBe(304);
    const { customer } = await signUp(site.cloud.database);
    await until('the tablet is seen', async () => ((await site.ask({ customer, terminal: 'Washcashier1' })).status === 201 ? true : null));
  });

  it('names the terminal chosen at a tablet without one; a tablet’s own terminal overrides it', async () => {
    const [first, second] = [await site.asked('Washcashier1'), await site.asked('Washcashier2')];
    const chosen = await poll(site.whole, { query: '?terminal=Washcashier2' });
    expect([chosen.text.includes(first.id), chosen.text.includes(second.id)]).toEqual([false, true]);
    expect((await site.ask({ customer: first.customer, terminal: 'Washcashier1' })).status).toBe(202);
    expect((await site.ask({ customer: second.customer, terminal: 'Washcashier2' })).status).toBe(201);
    const { id } = await site.asked('Washcashier1');
    const own = await poll(site.west, { query: '?terminal=Washcashier2' });
    expect([own.text.includes(id), own.text.includes(second.id)]).toEqual([true, false]);
  });
});
