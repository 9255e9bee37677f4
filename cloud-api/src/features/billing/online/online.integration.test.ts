import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OnlinePreview } from '@washdesk/contracts/billing/online';
import { ApiClient, clientAs } from '../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../testing/billing-cloud.ts';
import { nobody } from '../../../testing/callers.ts';
import { ok } from '../../../testing/member-views.ts';
import { recordAccountFound } from './record-account-found.ts';

let cloud: BillingCloud;
let visitor: ApiClient;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-16T15:30:00Z', taxed: true });
  visitor = new ApiClient(cloud.url, nobody);
});
afterAll(() => cloud.stop());

const set = (name: 'onlinePlan', value: unknown) =>
  cloud.database.db
    .insertInto('setting')
    .values({ name, value: JSON.stringify(value), changed: cloud.clock.now() })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: JSON.stringify(value) }))
    .execute();

describe('what is sold online', () => {
  it('are the sites that sell a plan online, the first of them by the preset plan', async () => {
    const answer = await visitor.get<{ locations: { site: number }[]; default: number | null }>('/online/locations');
    expect(answer.body).toMatchObject({ count: 2, default: null });
    expect(answer.body.locations[0]).toEqual({ site: 12, name: 'Joliet', state: 'IL', country: 'US' });
    await set('onlinePlan', 'price_OnlineOffers_27');
    expect((await visitor.get('/online/locations')).body).toMatchObject({ default: 27 });
  });

  it('are the plans of the site that are available online, each with its tax and its guarantee of 6 months', async () => {
    const { body } = await visitor.get<{ plans: { id: string }[]; default: string }>('/online/plans?site=12');
    expect(body.plans.map(({ id }) => id)).toEqual(['price_SuperKiss_12', 'price_SuperKissPlus_12', 'price_OnlineOffers_12']);
    expect(body.plans[0]).toEqual({
      id: 'price_SuperKiss_12',
      name: 'Super Kiss',
      productclass: 'Super Kiss',
      amount: 2_999,
      total: 3_149,
      duration: 6,
      interior: false,
    });
    expect(body.plans[2]).toMatchObject({ duration: 6 });
    // of the class that is preset at the other site
    expect(body.default).toBe('price_OnlineOffers_12');
    expect((await visitor.get('/online/plans?site=999')).body).toEqual({ plans: [], count: 0, default: null });
  });

  it('costs what Stripe’s page bills', async () => {
    const body = { PlanId: 'price_SuperKiss_12', plate: 'ZOE1', plateState: 'IL' };
    const preview = await ok(visitor.post<OnlinePreview>('/online/preview', body));
    expect(preview.next).toEqual({ amount: 2_999, tax: 150, total: 3_149, date: Date.parse('2026-12-01T10:00:00Z') / 1_000 });
    expect(preview.today.total).toBe(preview.today.amount + preview.today.tax);
    expect(preview.today.amount).toBeLessThan(1_500);
    expect(preview.duration).toBe(6);
    expect(await visitor.post('/online/preview', { ...body, plateState: 'HI' })).toMatchObject({
      status: 409,
      body: { code: 'plate_mismatch' },
    });
    const interior = { ...body, PlanId: 'price_Interior_12' };
    expect(await visitor.post('/online/preview', interior)).toMatchObject({ status: 409, body: { code: 'plan_not_offered' } });
  });

  it('offers the vehicles of Sitewatch’s copy, and the colors of the settings where there are none', async () => {
    const list = (kind: string, items: unknown[]) => ({ site: 27, kind, items: JSON.stringify(items), seen: cloud.clock.now() });
    await cloud.database.db
      .insertInto('site_list')
      .values([list('makes', [{ ID: 3, NAME: 'HONDA' }]), list('models', [{ ID: 7, NAME: 'Civic', MAKE: 3 }])])
      .execute();
    expect((await visitor.get('/online/makes?site=12')).body).toEqual({ makes: [{ id: 3, name: 'HONDA' }], count: 1 });
    const answer = await fetch(`${cloud.url}/api/online/makes?site=12`);
    expect(answer.headers.get('cache-control')).toBe('private, max-age=300');
    expect((await visitor.get('/online/models?site=12&make=3')).body).toEqual({ models: [{ id: 7, name: 'Civic' }], count: 1 });
    expect((await visitor.get('/online/models?make=4')).body).toEqual({ models: [], count: 0 });
    expect((await visitor.get('/online/colors?site=12')).body).toMatchObject({ colors: { 0: { id: 1, name: 'White' } }, count: 17 });
  });
});

describe('the terms', () => {
  it('state the guarantee of the plan in the language asked for', async () => {
    const { body } = await visitor.get<{ version: string; paragraphs: string[] }>('/online/terms?lang=es&plan=price_SuperKiss_12');
    expect(body).toMatchObject({ version: '2026-11', lang: 'es' });
    expect(body.paragraphs[0]).toBe('Su precio está garantizado por un mínimo de 6 meses.');
  });

  it('need a new version for another text', async () => {
    const admin = await clientAs(cloud, 'Admin');
    const value = { version: '2026-11', en: ['For {months} months.'], es: ['Por {months} meses.'] };
    expect(await admin.put('/admin/settings/onlineTerms', { value, changed: null })).toMatchObject({ status: 400 });
    const { body } = await admin.put<{ changed: string }>('/admin/settings/onlineTerms', {
      value: { ...value, version: '2' },
      changed: null,
    });
    expect((await visitor.get('/online/terms')).body).toEqual({ version: '2', lang: 'en', paragraphs: ['For 6 months.'] });
    const again = { value: { ...value, version: '2', en: ['At least {months} months.'] }, changed: body.changed };
    expect(await admin.put('/admin/settings/onlineTerms', again)).toMatchObject({ status: 400 });
  });
});

describe('the search for an account', () => {
  const browser = async (): Promise<{ cookie: string; sessionKey: string }> => {
    const response = await fetch(`${cloud.url}/api/online/session`);
    const { sessionKey } = (await response.json()) as { sessionKey: string };
    return { cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '', sessionKey };
  };
  const searched = async (cookie: string, body: object) => {
    const headers = { 'Content-Type': 'application/json', Cookie: cookie };
    const started = performance.now();
    const response = await fetch(`${cloud.url}/api/online/search`, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: response.status, body: (await response.json()) as Record<string, unknown>, ms: performance.now() - started };
  };

  it('says only whether there is one, and records only where and by what it was found', async () => {
    const { cookie, sessionKey } = await browser();
    const { customer } = await cloud.member({ plate: 'KNOWN1-IL' });
    await cloud.sdk.customers.update(customer, { email: 'Known@washdesk.test' });
    await cloud.settled();
    const cases = [
      ['nobody@washdesk.test', 'NOBODY1-IL', false],
      ['known@WASHDESK.test', 'NOBODY1-IL', true],
      ['nobody@washdesk.test', 'KNOWN1-IL', true],
      ['known@washdesk.test', 'KNOWN1-IL', true],
    ] as const;
    for (const [email, customercode, exists] of cases) {
      const { body, ms } = await searched(cookie, { email, customercode, sessionKey, site: 12 });
      expect(body).toEqual({ exists });
      expect(ms).toBeGreaterThan(390);
    }
    const rows = await cloud.database.db.selectFrom('online_account_found').select(['site', 'matched']).orderBy('id').execute();
    expect(rows).toEqual([
      { site: 12, matched: 'email' },
      { site: 12, matched: 'plate' },
      { site: 12, matched: 'both' },
    ]);
    const reporter = await clientAs(cloud, 'Reporter');
    expect((await reporter.get('/reports/2')).body).toMatchObject({ rows: [{ date: '2026-11-16', count: 3 }] });
  });

  it('is reported to IT and Admins once if a hundred are found within an hour', async () => {
    const { db } = cloud.database;
    const alerts: string[] = [];
    const told = () => db.selectFrom('job').select('last_error').where('key', 'like', 'online-guessing:%').execute();
    const find = async (times: number): Promise<void> => {
      const match = { plate: true, email: false };
      const parts = { db, alert: (kind: string) => alerts.push(kind) };
      for (let found = 0; found < times; found += 1) await recordAccountFound(parts, { match, site: 12, at: cloud.clock.now() });
    };
    await find(95);
    expect([await told(), alerts]).toEqual([[], []]);
    await find(10);
    expect(await told()).toMatchObject([{ last_error: expect.stringContaining('guessing who is a member') }]);
    expect(alerts).toEqual(['online.guessing']);
  });

  it('needs the key of this browser, and ends after ten in an hour', async () => {
    const [mine, other] = [await browser(), await browser()];
    const asked = { email: 'a@washdesk.test', customercode: 'A1-IL' };
    expect(await searched(mine.cookie, { ...asked, sessionKey: 'none' })).toMatchObject({ status: 403, body: { code: 'session_expired' } });
    const answers = await Promise.all(Array.from({ length: 11 }, () => searched(other.cookie, { ...asked, sessionKey: other.sessionKey })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });
});
