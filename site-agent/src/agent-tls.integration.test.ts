import { generateKeyPairSync } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startBroker, type Broker } from '@washdesk/broker/broker';
import { TestAuthority, type Certificate } from '@washdesk/broker/certificates.fixture';
import { startAgentProcess, type AgentProcess } from './testing/agent.ts';
import { eventually, temporaryFolder, writeConfig } from './testing/support.ts';

const folder = temporaryFolder();
const connected: unknown[] = [];
let ca: TestAuthority;
let certificate: Certificate;
let broker: Broker;
let agent: AgentProcess | undefined;

beforeAll(async () => {
  ca = new TestAuthority(folder.path);
  certificate = ca.issue('site-12');
  const topics = ['wash/v1/12/#'];
  const users = [{ username: 'site-12', password: 'secret', certificate: true, publish: topics, subscribe: topics }];
  const tls = { ...ca.issue('broker'), clientCaFile: ca.caFile };
  broker = await startBroker({ host: '127.0.0.1', port: 0, tls, users }, (event, { username }) => {
    if (event === 'connected') connected.push(username);
  });
});

afterEach(async () => {
  await agent?.stop();
  connected.splice(0);
});

afterAll(async () => {
  await broker.stop();
  folder.remove();
});

async function startAgent(caFile: string): Promise<AgentProcess> {
  const key = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const config = writeConfig(folder.path, {
    site: 12,
    name: 'Joliet',
    cloud: { url: 'http://127.0.0.1:1', clientId: 'agent-12', clientSecret: 'secret' },
    broker: { url: `mqtts://127.0.0.1:${broker.port}`, username: 'site-12', password: 'secret', tls: { caFile, ...certificate } },
    commandKeys: { k1: key },
    journal: `${folder.path}/journal`,
  });
  agent = startAgentProcess(config);
  await agent.ready();
  return agent;
}

it('connects over TLS with the certificate of its site, to a broker that the CA of its configuration signed', async () => {
  await startAgent(ca.caFile);
  await eventually(() => connected.length > 0);
  expect(connected).toEqual(['site-12']);
});

it('talks to no broker that another CA signed', async () => {
  const { output } = await startAgent(new TestAuthority(folder.path, 'stranger').caFile);
  await eventually(() => /certificate/u.test(output()));
  expect(connected).toEqual([]);
});
