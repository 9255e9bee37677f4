import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CommandPayload } from '@washdesk/site-protocol/commands';
import { until } from '@washdesk/test-support/until';
import { openTwoSites, convergencesOf, type TwoSites } from './two-sites.fixture.ts';

let at: TwoSites;

beforeAll(async () => {
  at = await openTwoSites();
});
afterAll(() => at.stop());
beforeEach(() => at.begin());

describe('a plate or tag in Sitewatch', () => {
  const extra = { objid: 40, customer: 17, code: 'EXTRA1-IL' };
  const off = { ...extra, code: 'EXTRA1-IL~40' };

  it('is switched off here and then everywhere, and on again', async () => {
    at.joliet.answers['sitewatch.code'] = () => ({ code: extra });
    for (const site of [at.joliet, at.merrillville]) site.answers['sitewatch.switch-code'] = ({ on }) => ({ code: on ? extra : off });
    const call = { customer_code_objid: 40 };
    expect(await at.cashier.post('/firebird/codes/disable', call)).toMatchObject({ status: 403 });
    expect(await at.manager.post('/firebird/codes/disable', call)).toEqual({
      status: 200,
      body: { customer_code_objid: 40, CODE: 'EXTRA1-IL~40', CUSTOMER: 17, enabled: false, site: 12 },
    });
    const payload = { code: { text: 'EXTRA1-IL' }, on: false };
    await until('Merrillville switches it off', () => at.merrillville.askedFor('sitewatch.switch-code')[0]);
    expect([at.joliet, at.merrillville].map((site) => site.askedFor('sitewatch.switch-code').map((one) => one.payload))).toEqual([
      [payload],
      [payload],
    ]);

    at.joliet.answers['sitewatch.code'] = () => ({ code: off });
    expect(await at.manager.post('/firebird/codes/enable', call)).toMatchObject({
      status: 200,
      body: { CODE: 'EXTRA1-IL', enabled: true },
    });
    await at.noJobIsPending();
    const last = [at.joliet, at.merrillville].map((site) => site.askedFor('sitewatch.switch-code').at(-1)?.payload);
    expect(last).toEqual([
      { ...payload, on: true },
      { ...payload, on: true },
    ]);
    expect(new Set(at.joliet.askedFor('sitewatch.switch-code').map(({ id }) => id)).size).toBe(2);
  });

  it('is switched once under a key, whose answer is given again', async () => {
    at.joliet.answers['sitewatch.code'] = () => ({ code: extra });
    for (const site of [at.joliet, at.merrillville]) site.answers['sitewatch.switch-code'] = () => ({ code: off });
    const key = randomUUID();
    const disable = () => at.manager.post('/firebird/codes/disable', { customer_code_objid: 40 }, { key });
    const first = await disable();
    expect(first).toMatchObject({ status: 200, body: { enabled: false } });
    expect(await disable()).toEqual(first);
    await at.noJobIsPending();
    expect(at.joliet.askedFor('sitewatch.switch-code')).toHaveLength(1);
  });

  it('that a customer of ours has cannot be switched off, nor later at a site that was offline', async () => {
    const plate = at.newPlate();
    at.joliet.answers['sitewatch.code'] = () => ({ code: { ...extra, code: plate } });
    at.joliet.answers['sitewatch.switch-code'] = () => ({ code: { ...off, code: `${plate}~40` } });
    await at.merrillville.online(at.cloud, false);
    expect(await at.manager.post('/firebird/codes/disable', { customer_code_objid: 40 })).toMatchObject({ status: 200 });
    await at.cloud.member({ plate });
    expect(await at.manager.post('/firebird/codes/disable', { customer_code_objid: 40 })).toMatchObject({
      status: 409,
      body: { code: 'code_active', message: 'The active plate or tag can’t be disabled' },
    });
    await at.merrillville.online(at.cloud);
    await at.noJobIsPending();
    expect([at.joliet, at.merrillville].map((site) => site.askedFor('sitewatch.switch-code').length)).toEqual([1, 0]);
  });

  it('that is not there is not found, neither is a site', async () => {
    at.joliet.answers['sitewatch.code'] = () => ({ code: null });
    const calls = [{ customer_code_objid: 41 }, { customer_code_objid: 41, site: 99 }];
    expect(await Promise.all(calls.map((call) => at.manager.post('/firebird/codes/enable', call)))).toMatchObject([
      { status: 404, body: { code: 'code_not_found' } },
      { status: 404, body: { code: 'site_not_found' } },
    ]);
  });

  it('is replaced here and then everywhere, unless another member has the new one', async () => {
    for (const site of [at.joliet, at.merrillville])
      site.answers['sitewatch.replace-code'] = ({ to }) =>
        to === 'TAKEN1-IL' ? { result: 'taken', code: null } : { result: 'replaced', code: { ...extra, code: to } };
    expect(await at.cashier.post('/firebird/codes/replace/EXTRA1-IL/extra2-il')).toEqual({
      status: 200,
      body: { old: 'EXTRA1-IL', new: 'EXTRA2-IL', site: 12 },
    });
    await until('Merrillville replaces it', () => at.merrillville.askedFor('sitewatch.replace-code')[0]);
    expect(await at.cashier.post('/firebird/codes/replace/EXTRA2-IL/TAKEN1-IL')).toMatchObject({
      status: 409,
      body: { message: 'TAKEN1-IL belongs to another customer at Joliet' },
    });
    await at.noJobIsPending();
    expect(at.merrillville.askedFor('sitewatch.replace-code')).toHaveLength(1);
    expect(await at.cashier.post('/firebird/codes/replace/EXTRA2-IL/extra')).toMatchObject({ status: 400 });
  });

  it('that a customer of ours has is not replaced by one that they do not have, nor later at a site that was offline', async () => {
    const [plate, other] = [at.newPlate(), at.newPlate()];
    for (const site of [at.joliet, at.merrillville])
      site.answers['sitewatch.replace-code'] = ({ to }) => ({ result: 'replaced', code: { ...extra, code: to } });
    await at.merrillville.online(at.cloud, false);
    expect(await at.cashier.post(`/firebird/codes/replace/${plate}/${other}`)).toMatchObject({ status: 200 });
    await at.cloud.member({ plate });
    expect(await at.cashier.post(`/firebird/codes/replace/${plate}/${at.newPlate()}`)).toMatchObject({
      status: 409,
      body: { code: 'code_active', message: 'The active plate or tag can’t be disabled' },
    });
    await at.merrillville.online(at.cloud);
    await at.noJobIsPending();
    expect([at.joliet, at.merrillville].map((site) => site.askedFor('sitewatch.replace-code').length)).toEqual([1, 0]);
  });

  it('that no member has here is not found', async () => {
    at.joliet.answers['sitewatch.replace-code'] = () => ({ result: 'not-found', code: null });
    at.merrillville.answers['sitewatch.replace-code'] = () => ({ result: 'not-found', code: null });
    expect(await at.cashier.post('/firebird/codes/replace/NONE1-IL/NONE2-IL')).toMatchObject({
      status: 404,
      body: { code: 'code_not_found' },
    });
    await at.noJobIsPending();
  });

  it('of a member follows the member', async () => {
    const { customer, plate } = await at.member();
    const next = at.newPlate();
    await at.cloud.sdk.customers.update(customer, { metadata: { CustomerCode: next } });
    await at.cloud.settled();
    expect(await at.cashier.post(`/firebird/codes/replace/${plate}/${next}`)).toMatchObject({ status: 200 });
    const { plate: code } = convergencesOf(at.joliet, next)[0]!.payload as CommandPayload<'sitewatch.converge'>;
    expect(code).toEqual({ now: next, was: plate });
    expect(at.joliet.askedFor('sitewatch.replace-code')).toEqual([]);
  });

  it.each([
    ['CustomerCode', 'plate'],
    ['SecondaryCode', 'tag'],
  ] as const)('of a member is replaced everywhere once %s is saved, without a call for it', async (key, code) => {
    const { customer } = await at.member();
    const saved = async (to: string): Promise<void> => {
      const form = (await at.cashier.get<{ metadata: Record<string, string> }>(`/customer/${customer}/general`)).body;
      const metadata = { CustomerCode: form.metadata['CustomerCode'], SecondaryCode: form.metadata['SecondaryCode'] };
      const body = { metadata: { ...metadata, [key]: to }, base: { metadata } };
      expect(await at.cashier.post(`/customer/${customer}`, body)).toMatchObject({ status: 200 });
      await at.cloud.settled();
      await at.noJobIsPending();
    };
    const [was, now] = code === 'plate' ? [at.newPlate(), at.newPlate()] : ['12345+678901', '12345+678902'];
    await saved(was);
    await saved(now);
    for (const site of [at.joliet, at.merrillville]) {
      const told = site.askedFor('sitewatch.converge').at(-1)!.payload as CommandPayload<'sitewatch.converge'>;
      expect(told[code]).toEqual({ now, was });
    }
  });

  it('is not confirmed by a site that cannot be reached, and stays pending', async () => {
    await at.joliet.online(at.cloud, false);
    expect(await at.cashier.post('/firebird/codes/replace/AWAY1-IL/AWAY2-IL')).toMatchObject({
      status: 503,
      body: { code: 'still_pending', message: 'Can’t reach the Sitewatch of Joliet' },
    });
    at.joliet.answers['sitewatch.replace-code'] = () => ({ result: 'replaced', code: null });
    at.merrillville.answers['sitewatch.replace-code'] = () => ({ result: 'not-found', code: null });
    await at.joliet.online(at.cloud);
    await at.noJobIsPending();
    expect([at.joliet, at.merrillville].map((site) => site.askedFor('sitewatch.replace-code').length)).toEqual([1, 1]);
  });
});
