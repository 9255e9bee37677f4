import { generateKeyPairSync } from 'node:crypto';
import { sql } from 'kysely';
import { startBroker } from '@washdesk/broker/broker';
import { openPool } from '@washdesk/cloud-api/db/pool';
import { signedIn } from '@washdesk/cloud-api/testing/callers';
import { launchProgram } from '@washdesk/local-servers/processes/program';
import { Role, roleNames } from '@washdesk/rules/company/roles';
import { memoryOf } from '@washdesk/test-support/process-memory';
import { Client } from '../client.ts';
import type { ScaleDatabases, DatabaseName } from './database.ts';

/** cloud-api on one of the databases, with a signed-in user who may see everything. */
export interface ScaleCloud {
  client: Client;
  url: string;
  /** From the start of the process to its open port. */
  startedInMs: number;
  /** Current and peak memory of the process, in megabytes. */
  memory(): { now: number; most: number };
  /** The headers of a site's agent. */
  agent(site: number): Promise<{ authorization: string }>;
  stop(): Promise<void>;
}

const privateKey = (): string => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const megabytes = (bytes: number): number => Math.round(bytes / 1_024 ** 2);

function megabytesOf(pid: number): { now: number; most: number } {
  const { now, most } = memoryOf(pid);
  return { now: megabytes(now), most: megabytes(most) };
}

/**
 * No site and no Stripe is connected: the measured responses come from the database.
 * @param checkout root of another checkout whose cloud-api is started instead
 */
export async function startScaleCloud(databases: ScaleDatabases, which: DatabaseName, checkout = ''): Promise<ScaleCloud> {
  const user = { username: 'cloud', password: 'scale', publish: ['wash/v1/#'], subscribe: ['wash/v1/#'] };
  const broker = await startBroker({ host: '127.0.0.1', port: 0, users: [user] }, () => undefined);
  const settings = {
    WASHDESK_DATABASE_URL: databases.applicationUrls[which],
    WASHDESK_PORT: '0',
    WASHDESK_PUBLIC_URL: 'https://desk.washdesk.test',
    WASHDESK_BROKER_URL: `mqtt://127.0.0.1:${broker.port}`,
    WASHDESK_BROKER_USERNAME: user.username,
    WASHDESK_BROKER_PASSWORD: user.password,
    WASHDESK_STRIPE_SECRET_KEY: 'sk_test_scale',
    WASHDESK_STRIPE_PUBLIC_KEY: 'pk_test_scale',
    WASHDESK_STRIPE_HOST: '127.0.0.1',
    WASHDESK_STRIPE_PORT: '9',
    WASHDESK_STRIPE_PROTOCOL: 'http',
    WASHDESK_TOKEN_KEY: privateKey(),
    WASHDESK_COMMAND_KEY: privateKey(),
    WASHDESK_REQUESTS_PER_MINUTE: '10000000',
  };
  const began = performance.now();
  const script = `${checkout}${checkout && '/'}cloud-api/src/main.ts`;
  const cloud = await launchProgram({ name: `cloud-${which}`, folder: databases.folder, script, env: settings });
  const port = await cloud.ready(() => /"port":(\d+),"url":/.exec(cloud.output())?.[1] ?? null);
  const startedInMs = performance.now() - began;
  const url = `http://127.0.0.1:${port}`;
  const pool = openPool(databases.urls[which], ({ message }) => console.error(message));
  // one person reads a whole company's customers here
  await sql`insert into setting (name, value, changed) values ('customersAtOnce', '1000000000', now()), ('customersPerShift', '1000000000', now())
    on conflict do nothing`.execute(pool.db);
  const environment = { database: pool, settings };
  const headers = await signedIn(environment, { roles: roleNames.reduce((all, name) => all | Role[name], 0) });
  const accessToken = headers['authorization']!.slice('Bearer '.length);
  const client = new Client(url, { cookie: '', session: { accessToken } });
  return {
    client,
    url,
    startedInMs,
    memory: () => megabytesOf(cloud.pid),
    agent: async (site) => ({ authorization: (await signedIn(environment, { roles: 0, kind: 'service', site }))['authorization']! }),
    async stop() {
      client.close();
      await pool.stop();
      await cloud.stop();
      await broker.stop();
    },
  };
}
