import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientAs } from '../../../testing/api-client.ts';
import { startCloud, type Cloud } from '../../../testing/cloud.ts';

let cloud: Cloud;
beforeAll(async () => {
  cloud = await startCloud();
  const { db } = cloud.database;
  const agent = { online: true, boot: null, version: '1.4.0', changed: new Date() };
  await db
    .insertInto('site_agent')
    .values({ site: 12, ...agent })
    .execute();
  await db.deleteFrom('site_device').execute();
  const device = { site: 12, lane: null, since: new Date(), reason: 'connect ECONNREFUSED 10.0.0.7' };
  await db
    .insertInto('site_device')
    .values([
      { ...device, id: 'sitewatch', kind: 'sitewatch', name: 'Sitewatch', health: 'offline' },
      { ...device, id: 'north', kind: 'gate', name: 'North gate', health: 'online' },
      { ...device, id: 'in-1', kind: 'reader', name: 'Lane 1', lane: 1, health: 'offline' },
      { ...device, id: 'in-1b', kind: 'reader', name: 'Lane 1, second', lane: 1, health: 'online' },
      { ...device, id: 'in-2', kind: 'reader', name: 'Lane 2', lane: 2, health: 'offline' },
      { ...device, id: 'yard-a', kind: 'reader', name: 'Yard', health: 'offline' },
      { ...device, id: 'yard-b', kind: 'reader', name: 'Yard, back', health: 'online' },
    ])
    .execute();
});
afterAll(() => cloud.stop());

const readers = [
  'The tag reader of lane 2 at Joliet doesn’t read: enter tags or plates by hand.',
  'A tag reader at Joliet doesn’t read: enter tags or plates by hand.',
];
const sitewatch = 'Sitewatch at Joliet doesn’t work: sign-ups will be completed later.';

it('staff see their site, and everyone sees all sites with an agent, without reasons, devices and lanes', async () => {
  const own = await (await clientAs(cloud, 'Cashier')).get('/status/site');
  expect(own).toEqual({ status: 200, body: { works: false, sentences: ['Cards work.', sitewatch, ...readers] } });
  const shown = await fetch(`${cloud.url}/api/status`);
  const text = await shown.text();
  expect([shown.status, JSON.parse(text)]).toEqual([
    200,
    {
      at: expect.any(String) as string,
      company: { works: true, sentences: ['Everything works.'] },
      sites: [{ name: 'Joliet', works: false, sentences: [sitewatch] }],
    },
  ]);
  expect(text).not.toMatch(/ECONN|North|1\.4\.0/);
  expect((await fetch(`${cloud.url}/api/status/site`)).status).toBe(401);
});
