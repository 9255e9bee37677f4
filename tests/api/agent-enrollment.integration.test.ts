import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientAs } from '@washdesk/cloud-api/testing/api-client';
import type { Cloud } from '@washdesk/cloud-api/testing/cloud';
import { startEnrollingCloud } from '@washdesk/cloud-api/testing/enrolling-cloud';
import type { SiteAgent } from '@washdesk/contracts/access/site-agent';
import { startAgentProcess } from '@washdesk/site-agent/testing/agent';
import { temporaryFolder, writeConfig } from '@washdesk/site-agent/testing/support';
import { until } from '@washdesk/test-support/until';

const folder = temporaryFolder();
let cloud: Cloud;

beforeAll(async () => {
  cloud = await startEnrollingCloud(folder.path, {
    WASHDESK_NEXT_COMMAND_KID: 'cloud-2',
    WASHDESK_NEXT_COMMAND_KEY: generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  });
});
afterAll(async () => {
  await cloud.stop();
  folder.remove();
});

it('an agent with a code is online with its roster, renews its certificate, is configured, and is out when its site is revoked', async () => {
  const admin = await clientAs(cloud, 'Admin');
  const agentOf = async (site: number): Promise<SiteAgent | undefined> =>
    (await admin.get<{ agents: SiteAgent[] }>('/site-agent')).body.agents.find((agent) => agent.site === site);
  const { body } = await admin.post<{ code: string }>('/site-agent/12/code');
  const data = join(folder.path, 'data');
  mkdirSync(data);
  writeFileSync(join(data, 'enrollment-code'), `${cloud.url} ${body.code}\n`);
  // by the agent's clock two thirds of its certificate's life are over
  const clockFile = join(data, 'clock.json');
  writeFileSync(clockFile, JSON.stringify({ offsetMs: 61 * 86_400_000 }));
  const identity = { folder: join(data, 'identity') };
  const start = () => startAgentProcess(writeConfig(data, { identity, journal: join(data, 'journal'), clockFile }));
  let agent = start();
  try {
    await agent.ready();
    const online = await until('the site is online', async () => ((await agentOf(12))?.online ? agentOf(12) : null));
    expect(online).toMatchObject({ certificate: { host: expect.any(String) }, codeExpires: null });
    await until('the roster is fetched', async () => {
      const { db } = cloud.database;
      const row = await db.selectFrom('site_agent').select('roster_seq').where('site', '=', 12).executeTakeFirst();
      return row && row.roster_seq > 0 ? true : null;
    });

    await until('the certificate is renewed', async () => {
      const { db } = cloud.database;
      const all = await db.selectFrom('site_certificate').select(['pem', 'replaced_by']).where('site', '=', 12).execute();
      const current = readFileSync(join(data, 'identity/certificate.pem'), 'utf8');
      return all.length === 2 && all.find(({ pem }) => pem === current)?.replaced_by === null ? true : null;
    });

    const north = { id: 'north', name: 'North', driver: 'modbus-gate', lane: 1, host: '127.0.0.1', port: 9, coil: 0 };
    const content = { devices: [north] };
    await admin.post('/site/12/configuration', { basedOn: 0, content, reason: 'First devices' });
    await until('the configuration is applied', async () => {
      const { body: shown } = await admin.get<{ applied: number | null; running: { state: string } | null }>('/site/12/configuration');
      return shown.applied === 1 && shown.running?.state === 'applied' ? true : null;
    });
    expect(agent.output()).toContain('"devices":["north"]');

    // the same code once more: the agent keeps its identity, and IT learns why the code was not used
    await agent.stop();
    writeFileSync(join(data, 'enrollment-code'), `${cloud.url} ${body.code}\n`);
    agent = start();
    await until('the cloud shows the refused code', async () => {
      const { db } = cloud.database;
      const { problems } = await db.selectFrom('site_agent').select('problems').where('site', '=', 12).executeTakeFirstOrThrow();
      return problems.find(({ code }) => code === 'enrollment')?.sentence.includes('This code was already used') || null;
    });
    expect((await admin.get<{ refused: object[] }>('/site-agent')).body.refused).toMatchObject([{ site: 12, reason: 'used' }]);

    await admin.post('/site-agent/12/revoke', { reason: 'PC stolen' });
    expect(await agentOf(12)).toMatchObject({ online: false, certificate: null, revoked: { reason: 'PC stolen' } });
    await until('the broker refuses the agent', () => (agent.output().includes('Broker connection lost') ? true : null));
    expect(await agentOf(12)).toMatchObject({ online: false });
  } finally {
    await agent.stop();
  }
  const stored = JSON.parse(readFileSync(join(data, 'identity/cloud.json'), 'utf8')) as { commandKeys: object };
  expect(Object.keys(stored.commandKeys)).toEqual(['cloud-1', 'cloud-2']);
});
