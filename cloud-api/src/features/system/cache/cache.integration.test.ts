import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CacheInfoView, CachedKeyView } from '@washdesk/contracts/system/cache';
import { Role } from '@washdesk/rules/company/roles';
import { settingDefaults } from '@washdesk/rules/company/settings';
import { ApiClient, clientAs } from '../../../testing/api-client.ts';
import { signedIn } from '../../../testing/callers.ts';
import { startCloud, type Cloud } from '../../../testing/cloud.ts';
import { ok } from '../../../testing/member-views.ts';

let cloud: Cloud;
let admin: ApiClient;
let named: ApiClient;

beforeAll(async () => {
  cloud = await startCloud();
  admin = await clientAs(cloud, 'Admin');
  named = new ApiClient(cloud.url, await signedIn(cloud, { roles: Role.Admin, number: settingDefaults.cacheClearEmployeeId }));
});
afterAll(() => cloud.stop());

const keys = async (query = '') => (await ok(admin.get<{ keys: CachedKeyView[]; count: number }>(`/admin/redis/keys${query}`))).keys;
const audited = () =>
  cloud.database.db
    .selectFrom('whole_audit')
    .select(['action', 'after'])
    .where('subject', '=', 'cache')
    .orderBy('at')
    .orderBy('id')
    .execute();

it('what was computed is in the cache under the version of what it was computed from, and computed again without it', async () => {
  expect(await ok(admin.get<CacheInfoView>('/admin/redis/info'))).toMatchObject({
    store: 'memory',
    available: true,
    entries: 0,
    mayClear: false,
  });
  const before = (await admin.get('/price')).body;
  const [first] = await keys();
  expect(first?.key).toMatch(/^plans:/);
  expect((await admin.get('/price')).body).toEqual(before);
  expect(await keys('?search=plans')).toHaveLength(1);
  expect(await keys('?search=sessions')).toEqual([]);

  await cloud.database.db
    .insertInto('mirror_product')
    .values({ id: 'prod_new', object: JSON.stringify({ id: 'prod_new', name: 'New', metadata: {} }), read_seq: 900 })
    .execute();
  await admin.get('/price');
  expect(await keys()).toHaveLength(2);

  expect(await ok(admin.delete(`/admin/redis/${encodeURIComponent(first!.key)}`))).toEqual({ deleted: true });
  expect(await admin.delete(`/admin/redis/${encodeURIComponent(first!.key)}`)).toMatchObject({
    status: 404,
    body: { code: 'key_not_found' },
  });
  expect(await audited()).toEqual([{ action: 'cache.key-deleted', after: { key: first!.key } }]);
});

it('all of it is cleared by the one employee whom the settings name', async () => {
  await admin.get('/price');
  expect(await admin.delete('/admin/flushredis')).toMatchObject({ status: 403, body: { code: 'not_permitted' } });
  expect(await ok(named.get('/admin/redis/info'))).toMatchObject({ mayClear: true });
  const { cleared } = await ok(named.delete<{ cleared: number }>('/admin/flushredis'));
  expect(cleared).toBeGreaterThan(0);
  expect(await keys()).toEqual([]);
  expect((await audited()).at(-1)).toEqual({ action: 'cache.cleared', after: { cleared } });
});

it('is for Admins, and foreign pages are refused', async () => {
  const other = await clientAs(cloud, 'PriceManager');
  for (const path of ['/admin/redis/info', '/admin/redis/keys']) expect((await other.get(path)).status).toBe(403);
  for (const path of ['/admin/redis/any', '/admin/flushredis']) expect((await other.delete(path)).status).toBe(403);
  expect((await admin.get('/admin/redis/keys?page=%21')).status).toBe(400);
});
