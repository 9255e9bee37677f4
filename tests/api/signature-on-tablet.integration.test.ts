import { createPublicKey } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signUp } from '@washdesk/cloud-api/features/members/signatures/sign-up.fixture';
import { openLog } from '@washdesk/cloud-api/http/log';
import { signedIn, type Headers } from '@washdesk/cloud-api/testing/callers';
import { send } from '@washdesk/cloud-api/testing/calls';
import { startCloud, type Cloud } from '@washdesk/cloud-api/testing/cloud';
import { Role } from '@washdesk/rules/company/roles';
import { startTabletSimulator, type TabletSimulator } from '@washdesk/simulators/tablet/tablet-simulator';
import { composeAgent, type Agent } from '@washdesk/site-agent/compose';
import { agentConfig } from '@washdesk/site-agent/config';
import { until } from '@washdesk/test-support/until';

let cloud: Cloud;
let tablet: TabletSimulator;
let agent: Agent;
let journal: string;
let cashier: Headers;

beforeAll(async () => {
  cloud = await startCloud();
  cashier = await signedIn(cloud, { roles: Role.Cashier });
  tablet = await startTabletSimulator({ pollEveryMs: 600_000 });
  journal = await mkdtemp(join(tmpdir(), 'washdesk-tablet-'));
  agent = await startAgent();
  await tablet.enrol({ cloud: cloud.url, link: await enrolmentLink() });
});
afterAll(async () => {
  await agent.stop();
  await tablet.stop();
  await cloud.stop();
  await rm(journal, { recursive: true });
});

/** The agent of site 12, with only a tablet. */
async function startAgent(): Promise<Agent> {
  const { settings } = cloud;
  const key = createPublicKey(settings['WASHDESK_COMMAND_KEY'] ?? '').export({ type: 'spki', format: 'pem' });
  const config = agentConfig.parse({
    site: 12,
    name: 'Joliet',
    cloud: { url: cloud.url, clientId: 'agent-12', clientSecret: 'none' },
    broker: {
      url: settings['WASHDESK_BROKER_URL'],
      username: settings['WASHDESK_BROKER_USERNAME'],
      password: settings['WASHDESK_BROKER_PASSWORD'],
    },
    commandKeys: { 'cloud-1': key.toString() },
    journal,
    devices: [{ id: 'desk', name: 'Desk', driver: 'http-tablet', host: '127.0.0.1', port: tablet.port, probeEveryMs: 100 }],
  });
  const composed = await composeAgent(config, '1.0.0', openLog('silent'));
  composed.start();
  return composed;
}

async function enrolmentLink(): Promise<string> {
  const headers = await signedIn(cloud, { roles: Role.Admin });
  const body = JSON.stringify({ kind: 'tablet', name: 'Desk', site: 12, terminal: 'Washcashier1' });
  const { text } = await send(cloud.url, { method: 'POST', path: '/device/enrolment', headers, body });
  return (JSON.parse(text) as { link: string }).link;
}

const ask = async (customer: string): Promise<{ status: number; id: string }> => {
  const body = JSON.stringify({ customer });
  const { status, text } = await send(cloud.url, { method: 'POST', path: '/signature', headers: cashier, body });
  return { status, id: (JSON.parse(text) as { id: string }).id };
};

const health = (wanted: string) =>
  until(`the tablet is shown as ${wanted}`, async () => {
    const row = await cloud.database.db.selectFrom('site_device').select(['kind', 'health']).where('id', '=', 'desk').executeTakeFirst();
    return row?.kind === 'tablet' && row.health === wanted ? true : null;
  });

it('a tablet hears of an agreement before its own next poll, shows it, and it is signed', async () => {
  await health('online');
  await tablet.poll();
  const { customer } = await signUp(cloud.database);
  const { status, id } = await ask(customer);
  expect(status).toBe(201);
  await until('the tablet has looked', () => (tablet.state().waiting.some((one) => one.id === id) ? true : null));
  expect(tablet.state().hints).toContain(id);

  expect(await tablet.sign({ id })).toMatchObject({ status: 200, body: { id, state: 'signed' } });
  expect(tablet.state()).toMatchObject({ signed: [id], waiting: [], agreement: { item: 'Super Kiss', price: 2_999 } });
  const { text } = await send(cloud.url, { method: 'GET', path: `/customer/${customer}/signatures`, headers: cashier });
  expect(JSON.parse(text)).toMatchObject({ count: 1, signatures: [{ id, signature: expect.stringMatching(/^data:image\/png;base64,/) }] });
});

it('a tablet that hears no hints finds the agreement with its next poll', async () => {
  await tablet.behave({ refuse: true });
  await health('offline');
  await tablet.poll();
  const { customer } = await signUp(cloud.database);
  const { status, id } = await ask(customer);
  expect(status).toBe(201);
  expect(tablet.state().waiting).toEqual([]);
  await tablet.poll();
  expect(tablet.state().waiting).toMatchObject([{ id, customer }]);
});
