import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ClubPlanView } from '@washdesk/contracts/sites/club-plan';
import type { ClubPlan } from '@washdesk/site-protocol/sitewatch';
import { AnsweringSite } from '../../../testing/answering-site.ts';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { startCloud, type Cloud } from '../../../testing/cloud.ts';
import { ok } from '../../../testing/member-views.ts';

const superKiss: ClubPlan = {
  objid: 40,
  name: 'STR SUPER KISS',
  redeemId: 30,
  clubAccess: 'A',
  isStripe: true,
  productClass: 'Super Kiss',
  active: true,
};
const shown: ClubPlanView = {
  objid: 40,
  name: 'STR SUPER KISS',
  redeemId: 30,
  clubaccess: 'A',
  isstripe: true,
  productClass: 'Super Kiss',
  active: true,
};

let cloud: Cloud;
let joliet: AnsweringSite;
let manager: ApiClient;
let priceManager: ApiClient;

beforeAll(async () => {
  cloud = await startCloud();
  joliet = await AnsweringSite.at(12, cloud);
  manager = await clientAs(cloud, 'SalesManager');
  priceManager = await clientAs(cloud, 'PriceManager');
});
afterAll(async () => {
  await joliet.close();
  await cloud.stop();
});
beforeEach(async () => {
  await joliet.online(cloud);
  joliet.asked.length = 0;
  joliet.answers = {
    'sitewatch.club-plans': () => ({ plans: [superKiss] }),
    'sitewatch.save-club-plan': (change) => ({ plan: { ...superKiss, ...change } }),
  };
  await cloud.database.db.deleteFrom('audit').execute();
});

const audits = () => cloud.database.db.selectFrom('whole_audit').select(['subject', 'site', 'before', 'after', 'why']).execute();

describe('club plans', () => {
  it('are those of the session’s site', async () => {
    expect(await ok(manager.get('/config/clubplans'))).toEqual({ clubplans: [shown], count: 1 });
  });

  it('are changed field by field, and audited', async () => {
    const changed = { ...shown, clubaccess: 'E', productClass: null };
    expect(await ok(priceManager.put('/config/clubplans/40', { clubaccess: 'e', productClass: '' }))).toEqual(changed);
    expect(joliet.askedFor('sitewatch.save-club-plan')[0]?.payload).toEqual({
      objid: 40,
      clubAccess: 'E',
      productClass: null,
      was: 'STR SUPER KISS',
    });
    expect(await audits()).toMatchObject([
      { subject: 'club-plan:12:40', site: 12, before: superKiss, after: { clubAccess: 'E', productClass: null }, why: null },
    ]);
  });

  it('are saved as a whole row too', async () => {
    expect(await ok(priceManager.put('/config/clubplans/40', { ...shown, name: 'STR SUPER', isstripe: false }))).toEqual({
      ...shown,
      name: 'STR SUPER',
      isstripe: false,
    });
  });

  it.each([[{}], [{ name: '' }], [{ name: 'x'.repeat(41) }], [{ clubaccess: 'AB' }], [{ redeemId: 0 }], [{ isstripe: 'yes' }]])(
    'are not changed by %j',
    async (change) => {
      expect((await priceManager.put('/config/clubplans/40', change)).status).toBe(400);
      expect(joliet.askedFor('sitewatch.save-club-plan')).toEqual([]);
    },
  );

  it('are saved by the role PriceManager exactly', async () => {
    const admin = await clientAs(cloud, 'Admin');
    expect((await admin.put('/config/clubplans/40', { active: false })).status).toBe(403);
    expect((await (await clientAs(cloud, 'User')).get('/config/clubplans')).status).toBe(403);
  });

  it('that the site does not have are not found', async () => {
    expect(await priceManager.put('/config/clubplans/41', { active: false })).toMatchObject({
      status: 404,
      body: { code: 'club_plan_not_found' },
    });
    expect(joliet.askedFor('sitewatch.save-club-plan')).toEqual([]);
  });
});

describe('while the site is offline', () => {
  it('says so and changes nothing', async () => {
    await joliet.online(cloud, false);
    const away = { status: 503, body: { code: 'site_unreachable', message: 'Can’t reach the Sitewatch of Joliet' } };
    expect(await manager.get('/config/clubplans')).toMatchObject(away);
    expect(await priceManager.put('/config/clubplans/40', { active: false })).toMatchObject(away);
    expect(await audits()).toEqual([]);
  });

  it.each([
    ['unavailable', 503, 'site_unreachable', 0],
    ['rejected', 409, 'refused', 0],
    ['failed', 503, 'outcome_unknown', 1],
  ] as const)('a save that is answered %s is %i, and audited where it may have been done', async (refused, status, code, audited) => {
    joliet.answers['sitewatch.save-club-plan'] = () => ({ refused });
    expect(await priceManager.put('/config/clubplans/40', { active: false })).toMatchObject({ status, body: { code } });
    const found = await audits();
    expect(found).toHaveLength(audited);
    expect(found.filter(({ why }) => why !== 'Sitewatch hasn’t confirmed the change')).toEqual([]);
  });
});
