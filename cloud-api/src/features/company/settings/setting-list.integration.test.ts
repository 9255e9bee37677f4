import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListedReason } from '@washdesk/contracts/company/choice';
import { editableSettings, settingValues, type EditableSetting, type ListedSetting } from '@washdesk/contracts/company/setting';
import { settingDefaults } from '@washdesk/rules/company/settings';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { startCloud, type Cloud } from '../../../testing/cloud.ts';
import { ok } from '../../../testing/member-views.ts';

let cloud: Cloud;
let admin: ApiClient;
beforeAll(async () => {
  cloud = await startCloud();
  admin = await clientAs(cloud, 'Admin');
});
afterAll(() => cloud.stop());

const listed = async (name: EditableSetting): Promise<ListedSetting> =>
  (await ok(admin.get<{ settings: ListedSetting[] }>('/admin/settings'))).settings.find((one) => one.name === name)!;
const change = (name: EditableSetting, value: unknown, changed: string | null) => admin.put(`/admin/settings/${name}`, { value, changed });
const audited = (subject: string) =>
  cloud.database.db
    .selectFrom('whole_audit')
    .select(['action', 'before', 'after'])
    .where('subject', '=', subject)
    .orderBy('at')
    .orderBy('id')
    .execute();

describe('settings', () => {
  it('are the defaults of a new installation, each of the form that a change must have', async () => {
    const { settings, count } = await ok(admin.get<{ settings: ListedSetting[]; count: number }>('/admin/settings'));
    expect(count).toBe(editableSettings.length);
    for (const { name, value, changed } of settings) {
      expect({ name, value, changed }).toEqual({ name, value: JSON.parse(JSON.stringify(settingDefaults[name])), changed: null });
      expect(settingValues[name].safeParse(value).error?.message, name).toBeUndefined();
    }
  });

  it('are changed one by one, counted from the next call on, and audited with what they were', async () => {
    const saved = await ok(change('defaultWashTerminal', ' Washcashier3 ', null));
    expect(saved).toMatchObject({ name: 'defaultWashTerminal', value: 'Washcashier3', changedBy: expect.any(String) });
    const config = await ok(admin.get<{ configOptions: { defaultWashTerminal: string } }>('/config/'));
    expect(config.configOptions.defaultWashTerminal).toBe('Washcashier3');
    expect(await listed('defaultWashTerminal')).toEqual(saved);
    expect(await ok(change('defaultWashTerminal', 'Washcashier3', (saved as unknown as ListedSetting).changed))).toMatchObject({
      value: 'Washcashier3',
    });
    expect(await audited('setting:defaultWashTerminal')).toEqual([
      { action: 'setting.changed', before: { value: 'Washcashier1' }, after: { value: 'Washcashier3' } },
    ]);
  });

  it('are not changed over another user’s change', async () => {
    const first = (await ok(change('goodDaysAfterPeriodEnd', 5, null))) as unknown as ListedSetting;
    expect(await change('goodDaysAfterPeriodEnd', 9, null)).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile', details: { fields: [{ now: 5, wanted: 9 }] } },
    });
    const at = { status: 200, body: { value: 9 } };
    const both = await Promise.all([1, 2].map(() => change('goodDaysAfterPeriodEnd', 9, first.changed)));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 200)).toMatchObject(at);
    expect((await listed('goodDaysAfterPeriodEnd')).value).toBe(9);
  });

  it.each([
    ['readerPairingCode', '7139', 'must be five digits'],
    ['goodDaysAfterPeriodEnd', 90, 'must be at most 31 days'],
    ['couponEmail', 'coupons', 'must be an email address'],
    ['weeklyReportRecipients', ['ada@moore.test', 'ada@moore'], '"ada@moore" is not an email address'],
    ['weeklyReportRecipients', ['ada@moore.test', 'Ada@Moore.test'], 'must not name the same address twice'],
    ['registerTerminals', ['A', 'A'], 'must not name the same twice'],
    ['siteMapping', { 12: 27 }, '12 is a site of the company'],
    ['siteMapping', { 900: 91 + 4 }, '95 is no site of the company: 12, 27'],
    ['siteMapping', { 900: 901, 901: 12 }, '901 is itself an alias'],
    ['defaultWashTerminal', 'Nowhere', 'must be one of the terminals'],
    ['registerTerminals', ['Nowhere'], 'the default wash terminal'],
    ['planDurations', { 'Super Kis': 6 }, '"Super Kis" is no product class'],
    ['siteContacts', { 91: { address: 'Main St', phone: '' } }, '91 is no site of the company'],
    ['saveOffers', ['unused: A | B | two free months'], 'is no act: use “free month” or “plan: name of a cheaper plan”'],
    ['saveOffers', ['expensive: A | B | plan: Super Kis'], '"Super Kis" is no product of the catalog'],
    ['onlinePlan', 'price_none', 'must be a price of the catalog'],
    ['cacheClearEmployeeId', 999_999, 'no active employee'],
    ['dailyLimits', { charges: { count: 0, cents: 1 }, refunds: { count: 1, cents: 1 } }, 'body.value.charges.count'],
    ['siteMapping', { '33': 0 }, 'body.value.33'],
    ['employeeMarker', 'é', 'which Code 39 can show'],
    ['receiptLogo', 'R0lGODlh', 'must be a PNG'],
    ['dailyLimits', { charges: { count: 1, cents: -1 }, refunds: { count: 1, cents: 1 } }, 'body.value.charges.cents'],
    ['planDurations', { 'Super Kiss': 99 }, 'must be at most 24 months'],
  ] as const)('%s that is %j is refused', async (name, value, message) => {
    const before = await listed(name);
    expect(await change(name, value, before.changed)).toMatchObject({ status: 400, body: { message: expect.stringContaining(message) } });
    expect(await listed(name)).toEqual(before);
  });

  it('have no other names, and are for Admins', async () => {
    expect((await admin.put('/admin/settings/systemMessage', { value: 'x', changed: null })).status).toBe(400);
    const other = await clientAs(cloud, 'PriceManager');
    expect((await other.get('/admin/settings')).status).toBe(403);
    expect((await other.put('/admin/settings/couponSku', { value: 'X', changed: null })).status).toBe(403);
  });
});

describe('promotions', () => {
  it('are added, renamed, and taken out of use; none is deleted', async () => {
    const added = await ok(admin.post<{ id: number }>('/promo', { description: 'Two for one' }));
    expect(added).toMatchObject({ description: 'Two for one', active: true });
    const changed = { description: 'Two for one, 2027', active: false };
    expect(await ok(admin.put(`/promo/${added.id}`, changed))).toEqual({ id: added.id, ...changed });
    const { promos } = await ok(admin.get<{ promos: { id: number }[] }>('/promo'));
    expect(promos).toContainEqual({ id: added.id, ...changed });
    expect((await audited(`promo:${added.id}`)).map(({ action }) => action)).toEqual(['promo.added', 'promo.changed']);
    expect(await admin.put('/promo/99999', changed)).toMatchObject({ status: 404, body: { code: 'promo_not_found' } });
    expect((await admin.post('/promo', { description: ' ' })).status).toBe(400);
    const other = await clientAs(cloud, 'PriceManager');
    expect((await other.post('/promo', { description: 'Mine' })).status).toBe(403);
  });

  it('that are added at once get numbers of their own', async () => {
    const both = await Promise.all(['A', 'B', 'C'].map((description) => ok(admin.post<{ id: number }>('/promo', { description }))));
    expect(new Set(both.map(({ id }) => id)).size).toBe(3);
  });
});

describe('reasons', () => {
  const all = async () => (await ok(admin.get<{ reasons: ListedReason[] }>('/admin/reasons'))).reasons;

  it('are added, changed, and no longer offered; what they stand for stays', async () => {
    const added = await ok(
      admin.post<ListedReason>('/admin/reasons', { reasontext: 'Bought an electric car!', kinds: ['terminate', 'discontinue'] }),
    );
    expect(added).toEqual({
      reasonvalue: 'bought_an_electric_car',
      reasontext: 'Bought an electric car!',
      kinds: ['discontinue', 'terminate'],
      active: true,
    });
    expect((await all()).at(-1)).toEqual(added);
    expect(await admin.post('/admin/reasons', { reasontext: 'bought an electric car', kinds: ['delete'] })).toMatchObject({
      status: 409,
      body: { code: 'reason_exists' },
    });
    const put = { reasontext: 'Has an electric car', kinds: ['delete'], active: false };
    expect(await ok(admin.put('/admin/reasons/bought_an_electric_car', put))).toEqual({ reasonvalue: added.reasonvalue, ...put });
    const { reasons } = await ok(admin.get<{ reasons: { reasonvalue: string }[] }>('/meta/reasons'));
    expect(reasons.map(({ reasonvalue }) => reasonvalue)).not.toContain(added.reasonvalue);
    expect((await audited(`reason:${added.reasonvalue}`)).map(({ action }) => action)).toEqual(['reason.added', 'reason.changed']);
    expect((await admin.put('/admin/reasons/unknown', put)).status).toBe(404);
    expect((await admin.post('/admin/reasons', { reasontext: 'For nothing', kinds: [] })).status).toBe(400);
    const other = await clientAs(cloud, 'PriceManager');
    expect((await other.get('/admin/reasons')).status).toBe(403);
  });
});
