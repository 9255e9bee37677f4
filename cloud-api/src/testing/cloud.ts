import { generateKeyPairSync } from 'node:crypto';
import { startBroker, type Broker } from '@washdesk/broker/broker';
import { makeCompany } from '@washdesk/simulators/company/company';
import { offsetTo } from '@washdesk/stripe-simulator/company-clock.fixture';
import { startStripeSimulator, type StripeSimulator, type StripeSimulatorOptions } from '@washdesk/stripe-simulator/simulator';
import { startCloudApi } from '../compose.ts';
import { readConfig } from '../config.ts';
import { openLog } from '../http/log.ts';
import { freshDatabase, insertSites, type TestDatabase } from './database.ts';
import { insertMembers, addMemberToStripe } from './members.ts';

/** The time of the tests' seed data; the Stripe simulator's clock is frozen there, so that no months pass unnoticed. */
const seededAt = '2026-11-21T12:00:00Z';

export const publicUrl = 'https://desk.washdesk.test';

const privateKey = (): string => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** The services around cloud-api: a database with members, a broker without agents, a payment provider. */
export interface TestEnvironment {
  database: TestDatabase;
  broker: Broker;
  stripe: StripeSimulator;
  /** The environment of a cloud-api that runs here. */
  settings: Record<string, string>;
  stop(): Promise<void>;
}

export async function startTestEnvironment(stripeOptions: Partial<StripeSimulatorOptions> = {}): Promise<TestEnvironment> {
  const database = await freshDatabase();
  await insertSites(database);
  await insertMembers(database);
  const user = { username: 'cloud', password: 'broker-secret', publish: ['wash/v1/#'], subscribe: ['wash/v1/#'] };
  const broker = await startBroker({ host: '127.0.0.1', port: 0, users: [user] }, () => undefined);
  const company = makeCompany({ now: new Date(seededAt), members: 120, taxed: false });
  const stripe = await startStripeSimulator({ company, clockOffsetMs: offsetTo(seededAt), ...stripeOptions });
  addMemberToStripe(stripe.store);
  const settings = {
    WASHDESK_DATABASE_URL: database.applicationUrl,
    // A new connection costs more than most tests' statements.
    WASHDESK_DATABASE_CONNECTIONS: '4',
    WASHDESK_PORT: '0',
    WASHDESK_PUBLIC_URL: publicUrl,
    WASHDESK_BROKER_URL: `mqtt://127.0.0.1:${broker.port}`,
    WASHDESK_BROKER_USERNAME: user.username,
    WASHDESK_BROKER_PASSWORD: user.password,
    WASHDESK_STRIPE_SECRET_KEY: 'sk_test_api',
    WASHDESK_STRIPE_PUBLIC_KEY: 'pk_test_api',
    WASHDESK_STRIPE_HOST: '127.0.0.1',
    WASHDESK_STRIPE_PORT: String(stripe.port),
    WASHDESK_STRIPE_PROTOCOL: 'http',
    WASHDESK_TOKEN_KEY: privateKey(),
    WASHDESK_COMMAND_KEY: privateKey(),
    WASHDESK_REQUESTS_PER_MINUTE: '1000000',
  };
  return {
    database,
    broker,
    stripe,
    settings,
    async stop() {
      await stripe.stop();
      await broker.stop();
      const nameless = await auditWithoutCause(database);
      await database.stop();
      if (nameless.length > 0) throw new Error(`audit rows without a cause: ${nameless.join(', ')}`);
    },
  };
}

/** Returns audit actions that name neither a call nor another cause: must be empty in every test. */
async function auditWithoutCause({ db }: TestDatabase): Promise<string[]> {
  const rows = await db.selectFrom('audit').select('action').distinct().where('request_id', 'is', null).execute();
  return rows.map(({ action }) => action);
}

export interface Cloud extends TestEnvironment {
  /** Without `/api`. */
  url: string;
}

/** Starts the whole of cloud-api in this process, on its own port. */
export async function startCloud(more: Record<string, string> = {}): Promise<Cloud> {
  const surroundings = await startTestEnvironment();
  const settings = { ...surroundings.settings, ...more };
  const api = await startCloudApi(readConfig(settings), openLog('silent'));
  return {
    ...surroundings,
    settings,
    url: `http://127.0.0.1:${api.port}`,
    async stop() {
      await api.stop();
      await surroundings.stop();
    },
  };
}
