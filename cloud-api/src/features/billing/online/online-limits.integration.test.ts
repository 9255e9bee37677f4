import { afterAll, beforeAll, expect, it } from 'vitest';
import { countInHour } from '../../../db/hourly-count.ts';
import { freshDatabase, type TestDatabase } from '../../../testing/database.ts';
import { OnlineLimits } from './online-limits.ts';
import { visitorOf } from './visitors.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.stop());

it('searches from many networks of one /48 end after 240 in an hour, elsewhere they go on', async () => {
  const limits = new OnlineLimits(database.db);
  const search = (address: string) => limits.search(visitorOf(undefined, address));
  await countInHour(database.db, 'online-search network 2001:db8:1::/48', 239);
  await search('2001:db8:1:1::5');
  await expect(search('2001:db8:1:2::5')).rejects.toMatchObject({ status: 429, code: 'too_many_requests' });
  await search('2001:db8:2:1::5');
  await search('203.0.113.9');
});
