import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConfiguredSite, SiteConfigurationVersion, WholeSiteConfiguration } from '@washdesk/contracts/sites/site-configuration';
import { Role } from '@washdesk/rules/company/roles';
import { until } from '@washdesk/test-support/until';
import { AnsweringSite } from '../../../testing/answering-site.ts';
import { ApiClient, clientAs } from '../../../testing/api-client.ts';
import { signedIn } from '../../../testing/callers.ts';
import { startCloud, type Cloud } from '../../../testing/cloud.ts';

const north = { id: 'north', name: 'North', driver: 'modbus-gate', lane: 1, host: '10.0.0.5', port: 502, coil: 0 };
const gateAt = (host: string) => ({ devices: [{ ...north, host }] });

let cloud: Cloud;
let site: AnsweringSite;
let admin: ApiClient;

beforeAll(async () => {
  cloud = await startCloud();
  site = await AnsweringSite.at(12, cloud);
  site.answers = { 'agent.configure': () => ({}) };
  admin = await clientAs(cloud, 'Admin');
});
afterAll(async () => {
  await site.close();
  await cloud.stop();
});

const agentOf = async (number: number): Promise<ApiClient> =>
  new ApiClient(cloud.url, await signedIn(cloud, { roles: 0, kind: 'service', site: number }));

const save = (basedOn: number, content: object, number = 12) =>
  admin.post<WholeSiteConfiguration>(`/site/${number}/configuration`, { basedOn, content, reason: 'New address' });

async function newest(number = 12): Promise<SiteConfigurationVersion | undefined> {
  const { body } = await admin.get<{ versions: SiteConfigurationVersion[] }>(`/site/${number}/configuration/version`);
  return body.versions[0];
}

const auditActions = async (): Promise<string[]> => {
  const rows = cloud.database.db.selectFrom('audit').select('action').where('action', 'like', 'site-configuration.%');
  return (await rows.orderBy('at').execute()).map(({ action }) => action);
};

describe('the configuration of a site', () => {
  it('is saved as a version with author and reason, and refused with every problem', async () => {
    const { body: before } = await admin.get('/site/12/configuration');
    expect(before).toMatchObject({ name: 'Joliet', online: false, running: null, newest: null, applied: null });
    const refused = await save(0, {
      devices: [
        { ...north, port: 0 },
        { ...north, coil: 300, password: 'x' },
      ],
    });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      code: 'configuration_invalid',
      problems: expect.arrayContaining([{ path: 'devices.0.port', message: 'Device north, Port: must be at least 1' }]),
    });
    const { status, body } = await save(0, gateAt('10.0.0.5'));
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ version: 1, outcome: 'pending', outcomeAt: null, reason: 'New address', problems: [] }),
    ]);
    expect((await admin.get('/site/12/configuration')).body).toMatchObject({ newest: { version: 1, content: gateAt('10.0.0.5') } });
    expect((await save(0, {}, 99)).body).toMatchObject({ code: 'site_unknown' });
  });

  it('refuses a save on an older version, and lets one of two simultaneous saves pass', async () => {
    expect(await save(0, gateAt('10.0.0.9'))).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile', details: { fields: [{ now: 1 }] } },
    });
    const both = await Promise.all([save(1, gateAt('10.0.0.6')), save(1, gateAt('10.0.0.7'))]);
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    expect(await newest()).toMatchObject({ version: 2 });
  });

  it('shows the difference, and restores an earlier version as the newest', async () => {
    const { body } = await admin.get<{ differences: object[] }>('/site/12/configuration/difference?from=1&to=2');
    expect(body.differences).toEqual([
      { path: 'devices.north.host', field: 'Device north, Host', before: '10.0.0.5', after: expect.stringMatching(/^10\.0\.0\.[67]$/) },
    ]);
    expect((await admin.get('/site/12/configuration/difference?to=1')).body).toMatchObject({
      differences: [{ path: 'devices', before: null }],
    });
    const restored = await admin.post<WholeSiteConfiguration>('/site/12/configuration/restore', {
      version: 1,
      basedOn: 2,
      reason: 'It failed',
    });
    expect(restored.body).toMatchObject({ version: 3, content: gateAt('10.0.0.5') });
    const { body: history } = await admin.get<{ versions: SiteConfigurationVersion[] }>('/site/12/configuration/version');
    expect(history.versions.map(({ version, outcome }) => [version, outcome])).toEqual([
      [3, 'pending'],
      [2, 'superseded'],
      [1, 'superseded'],
    ]);
    expect((await admin.get('/site/12/configuration/version/9')).body).toMatchObject({ code: 'version_unknown' });
  });

  it('is checked without saving, with lines for a text', async () => {
    const { body } = await admin.post('/site-configuration/check', { text: 'devices:\n  - id: North\n    driver: modbus-gate\n' });
    expect(body).toMatchObject({ problems: expect.arrayContaining([expect.objectContaining({ path: 'devices.0.id', line: 2 })]) });
    expect((await admin.get('/site-configuration/schema')).body).toMatchObject({ properties: { devices: { title: 'Devices' } } });
  });

  it('is for Admins', async () => {
    const scheduler = await clientAs(cloud, 'Scheduler');
    expect((await scheduler.get('/site/12/configuration')).status).toBe(403);
    expect((await scheduler.post('/site/12/configuration', { basedOn: 3, content: {}, reason: 'No right' })).status).toBe(403);
  });
});

describe('the agent of a site', () => {
  it('receives the wanted version of its own site, once', async () => {
    const agent = await agentOf(12);
    const { body } = await agent.get('/agent/configuration?have=1');
    expect(body).toEqual({ configuration: { version: 3, content: gateAt('10.0.0.5') } });
    expect((await agent.get('/agent/configuration?have=3')).body).toEqual({ configuration: null });
    expect((await (await agentOf(27)).get('/agent/configuration')).body).toEqual({ configuration: null });
    expect((await admin.get('/agent/configuration')).status).toBe(403);
    const noSite = new ApiClient(cloud.url, await signedIn(cloud, { roles: Role.Admin, kind: 'service', site: null }));
    expect((await noSite.get('/agent/configuration')).status).toBe(403);
  });

  it('receives nothing once its session has ended', async () => {
    const agent = await agentOf(12);
    await cloud.database.db.deleteFrom('session').where('principal', '=', 'agent-12').execute();
    expect((await agent.get('/agent/configuration')).status).toBe(401);
  });

  it('is told of a new version, and its result is stored and audited once', async () => {
    await site.online(cloud);
    await save(3, gateAt('10.0.0.8'));
    await until('the agent is told', () => site.askedFor('agent.configure')[0] ?? null);
    expect(site.askedFor('agent.configure').map(({ payload }) => payload)).toEqual([{ version: 4 }]);
    await site.tell('configuration', { version: 4, outcome: 'applied', problems: [] });
    await site.tell('configuration', { version: 4, outcome: 'refused', problems: [] });
    expect(await newest()).toMatchObject({ version: 4, outcome: 'applied', problems: [] });
    expect((await auditActions()).filter((action) => !/saved|restored/.test(action))).toEqual(['site-configuration.applied']);
    expect((await admin.get('/site/12/configuration')).body).toMatchObject({ applied: 4, online: true });
  });

  it('reports why it rolled a version back, also after a newer one was saved', async () => {
    await save(4, gateAt('10.0.0.9'));
    await save(5, gateAt('10.0.0.10'));
    const sentence = 'No connection\u0000 to the cloud within 60 s';
    await site.tell('configuration', { version: 5, outcome: 'rolled-back', problems: [{ path: '', sentence }] });
    const { body } = await admin.get('/site/12/configuration/version/5');
    expect(body).toMatchObject({ outcome: 'rolled-back', problems: [{ sentence: 'No connection to the cloud within 60 s' }] });
    expect(await newest()).toMatchObject({ version: 6, outcome: 'pending' });
    expect((await admin.get('/site/12/configuration')).body).toMatchObject({ applied: 4 });
  });

  it('of a replaced computer receives the last applied version, and a failed one no more', async () => {
    await site.tell('configuration', { version: 6, outcome: 'refused', problems: [] });
    const agent = await agentOf(12);
    expect((await agent.get('/agent/configuration')).body).toMatchObject({ configuration: { version: 4 } });
    for (const have of [4, 6]) expect((await agent.get(`/agent/configuration?have=${have}`)).body).toEqual({ configuration: null });
  });

  it('is a starting point by its file', async () => {
    site.answers['agent.config'] = () => ({ text: 'site: 12\nreceiver: { host: 10.0.0.2 }\n' });
    expect((await admin.get('/site/12/configuration/file')).body).toEqual({
      content: { receiver: { host: '10.0.0.2' } },
      notes: [expect.stringMatching(/^Remove receiver/)],
    });
    expect(await admin.get('/site/27/configuration/file')).toMatchObject({ status: 409, body: { code: 'site_unavailable' } });
  });
});

it('lists every site with its newest version', async () => {
  const { body } = await admin.get<{ sites: ConfiguredSite[] }>('/site-configuration');
  expect(body.sites.map(({ site: number, newest: last }) => [number, last?.version ?? null])).toEqual([
    [12, 6],
    [27, null],
  ]);
});

describe('in a database restored from an older backup, a configuration', () => {
  const reports = (running: object) =>
    cloud.database.db
      .updateTable('site_agent')
      .set({ configuration: JSON.stringify(running) })
      .where('site', '=', 12)
      .execute();

  it('is known as one that the cloud has not stored', async () => {
    await reports({ version: 4, state: 'applied' });
    expect((await admin.get('/site/12/configuration')).body).toMatchObject({ running: { version: 4, stored: true, newest: 4 } });
    await reports({ version: 40, state: 'applied' });
    expect((await admin.get('/site/12/configuration')).body).toMatchObject({ running: { version: 40, stored: false, newest: 40 } });
    site.answers['agent.config'] = () => ({ text: 'site: 12\n# configuration 40 of the cloud\nreceiver: { host: 10.0.0.2 }\n' });
    expect((await admin.get('/site/12/configuration/file')).body).toEqual({ content: { receiver: { host: '10.0.0.2' } }, notes: [] });
  });

  it('gets a number above what its agent runs, and above what failed there', async () => {
    expect((await save(6, gateAt('10.0.0.11'))).body).toMatchObject({ version: 41 });
    const { body } = await admin.get<{ differences: object[] }>('/site/12/configuration/difference?to=41');
    expect(body.differences).toMatchObject([{ before: '10.0.0.10', after: '10.0.0.11' }]);
    await reports({ version: 41, state: 'applied', newest: 50 });
    expect((await save(41, gateAt('10.0.0.12'))).body).toMatchObject({ version: 51 });
    await reports({ version: null, state: 'file', newest: 60 });
    expect((await save(51, gateAt('10.0.0.13'))).body).toMatchObject({ version: 61 });
    expect((await admin.get('/site/12/configuration')).body).toMatchObject({ running: { version: null, stored: true, newest: 60 } });
  });
});

it('makes a repeated save once', async () => {
  const [body, key] = [{ basedOn: 0, content: {}, reason: 'Empty' }, randomUUID()];
  const first = await admin.post('/site/27/configuration', body, { key });
  expect(await admin.post('/site/27/configuration', body, { key })).toEqual(first);
  expect(await newest(27)).toMatchObject({ version: 1 });
});
