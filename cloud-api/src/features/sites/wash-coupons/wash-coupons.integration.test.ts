import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { couponImage } from '@washdesk/simulators/fetchapp/coupon-image';
import { startFetchappSimulator, type FetchappSimulator } from '@washdesk/simulators/fetchapp/fetchapp-simulator';
import { signedIn, type Headers } from '../../../testing/callers.ts';
import { startCloud, type Cloud } from '../../../testing/cloud.ts';

const account = { key: 'the-key', token: 'the token of a test' };

let fetchapp: FetchappSimulator;
let cloud: Cloud;
let cashier: Headers;
let next = 100;

beforeAll(async () => {
  fetchapp = await startFetchappSimulator(account);
  cloud = await startCloud({
    WASHDESK_FETCHAPP_URL: `http://127.0.0.1:${fetchapp.port}`,
    WASHDESK_FETCHAPP_KEY: account.key,
    WASHDESK_FETCHAPP_TOKEN: account.token,
  });
});
afterAll(async () => {
  await cloud.stop();
  await fetchapp.stop();
});
beforeEach(async () => {
  // a person of each test: coupons are counted
  cashier = await signedIn(cloud, { roles: 1 });
  await fetchapp.behave({ refuse: false, fail: false, hang: false, loseAnswers: 0, garble: false, unknownSkus: [] });
});

const wanted = () => ({ vendor_id: `01912-${(next += 1)}`, first_name: ' Ann ', last_name: 'Moore', custom_1: `abc${next}-il` });

async function request(body: object, { key = randomUUID(), who = cashier }: { key?: string; who?: Headers } = {}) {
  const answer = await fetch(`${cloud.url}/api/fetchapp/orders/`, {
    method: 'POST',
    headers: { ...who, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const type = answer.headers.get('content-type') ?? '';
  return { status: answer.status, type, bytes, body: type.includes('json') ? (JSON.parse(bytes.toString()) as object) : null };
}
const ordersOf = (vendorId: string) => fetchapp.state().orders.filter(({ vendor_id }) => vendor_id === vendorId);
const auditOf = (vendorId: string) =>
  cloud.database.db
    .selectFrom('whole_audit')
    .select(['action', 'after', 'why', 'site'])
    .where('subject', '=', `coupon:${vendorId}`)
    .orderBy('id')
    .execute();

describe('a wash coupon', () => {
  it('is answered as an image; employee, sku and e-mail are those of session and settings, whatever the body says', async () => {
    const body = wanted();
    const answer = await request({ ...body, custom_2: 'Somebody', sku: 'FREE', email: 'me@x.test' });
    expect([answer.status, answer.type]).toEqual([200, 'image/png']);
    expect(answer.bytes.equals(couponImage(body.vendor_id))).toBe(true);
    const [order] = ordersOf(body.vendor_id);
    expect(order).toMatchObject({
      first_name: 'Ann',
      custom_1: body.custom_1.toUpperCase(),
      sku: 'WASHCOUPON',
      email: 'coupons@washdesk.example',
    });
    expect(order?.custom_2).not.toBe('Somebody');
    expect(await auditOf(body.vendor_id)).toMatchObject([
      { action: 'coupon.requested', after: { plate: body.custom_1.toUpperCase() }, why: null, site: 12 },
    ]);
  });

  it('is one of its invoice: pressed twice, by whomever, it is the same', async () => {
    const body = wanted();
    const key = randomUUID();
    const both = await Promise.all([request(body, { key }), request(body, { key })]);
    // the second may get the response that a request is in progress
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)[0]).toBe(200);
    const other = await request(body, { who: await signedIn(cloud, { roles: 2 }) });
    expect(other.bytes.equals(couponImage(body.vendor_id))).toBe(true);
    expect(ordersOf(body.vendor_id)).toHaveLength(1);
    expect(await auditOf(body.vendor_id)).toHaveLength(1);
    expect(await request({ ...body, last_name: 'Miller' })).toMatchObject({ status: 409, body: { code: 'coupon_exists' } });
    expect(await request({ ...wanted(), last_name: 'Miller' }, { key })).toMatchObject({ status: 422, body: { code: 'key_reused' } });
  });

  it('is limited to five a day by one user and two a month for one plate; more need an approval', async () => {
    const [one, other] = [await signedIn(cloud, { roles: 1 }), await signedIn(cloud, { roles: 1 })];
    const forPlate = (custom_1: string, who: Headers) => request({ ...wanted(), custom_1 }, { who });
    const answers = [];
    for (const plate of ['PA1-IL', 'PA1-IL', 'PA2-IL', 'PA3-IL', 'PA4-IL', 'PA5-IL']) answers.push(await forPlate(plate, one));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 403]);
    expect(answers[5]).toMatchObject({ body: { code: 'forbidden', details: { by: 'person', limit: 5 } } });
    expect(await forPlate('PA1-IL', other)).toMatchObject({ status: 403, body: { details: { by: 'member', limit: 2 } } });
  });

  it('whose image is no longer stored is not created again', async () => {
    const old = wanted();
    expect(await request(old)).toMatchObject({ status: 200 });
    await cloud.database.db.updateTable('wash_coupon').set({ image: null }).where('vendor_id', '=', old.vendor_id).execute();
    expect(await request(old)).toMatchObject({
      status: 409,
      body: {
        code: 'coupon_exists',
        message: `The coupon of invoice ${old.vendor_id} is more than a year old and no longer available`,
      },
    });
  });

  it('whose answer was lost is not known; the same request finds it', async () => {
    const body = wanted();
    const key = randomUUID();
    await fetchapp.behave({ loseAnswers: 1 });
    expect(await request(body, { key })).toMatchObject({ status: 503, body: { code: 'outcome_unknown' } });
    await fetchapp.behave({ refuse: true });
    expect(await request(body, { key })).toMatchObject({ status: 503, body: { code: 'outcome_unknown' } });
    await fetchapp.behave({ refuse: false });
    expect(await request(body, { key })).toMatchObject({ status: 200, type: 'image/png' });
    expect(ordersOf(body.vendor_id)).toHaveLength(1);
    const audited = await auditOf(body.vendor_id);
    expect(audited.map(({ why }) => why !== null)).toEqual([true, true, false]);
  });

  it('is not made where FetchApp is unavailable or refuses, and can be asked for again', async () => {
    const body = wanted();
    await fetchapp.behave({ refuse: true });
    expect(await request(body)).toMatchObject({
      status: 503,
      body: { code: 'fetchapp_unavailable', message: 'FetchApp isn’t responding. Couldn’t create the coupon.' },
    });
    await fetchapp.behave({ refuse: false, unknownSkus: ['WASHCOUPON'] });
    expect(await request(body)).toMatchObject({ status: 409, body: { code: 'coupon_refused', message: 'There is no product WASHCOUPON' } });
    await fetchapp.behave({ unknownSkus: [] });
    expect((await request({ ...body, last_name: 'Miller' })).status).toBe(200);
  });

  it.each([
    [{ vendor_id: '01712-5' }, 'body.vendor_id'],
    [{ vendor_id: '0181-5' }, 'body.vendor_id'],
    [{ first_name: ' ' }, 'body.first_name'],
    [{ last_name: '' }, 'body.last_name'],
    [{ custom_1: 'ABC123' }, 'body.custom_1'],
    [{ custom_1: 'ABC123-ILL' }, 'body.custom_1'],
  ])('needs what is asked for: %j', async (wrong, path) => {
    expect(await request({ ...wanted(), ...wrong })).toMatchObject({ status: 400, body: { problems: [{ path }] } });
  });
});

it('is not offered where FetchApp is not set up', async () => {
  const plain = await startCloud();
  try {
    const answer = await fetch(`${plain.url}/api/fetchapp/orders`, {
      method: 'POST',
      headers: { ...(await signedIn(plain, { roles: 1 })), 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify(wanted()),
    });
    expect(await answer.json()).toMatchObject({ code: 'not_set_up', message: 'Wash coupons aren’t set up' });
  } finally {
    await plain.stop();
  }
});
