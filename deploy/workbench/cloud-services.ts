import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BrokerConfig } from '@washdesk/broker/config';
import { required } from '@washdesk/local-servers/debian-packages';
import { startMosquitto, type BrokerUser } from '@washdesk/local-servers/mosquitto';
import { provideMosquitto } from '@washdesk/local-servers/mosquitto-distribution';
import { LOOPBACK } from '@washdesk/local-servers/ports';
import { startPostgres, type Postgres } from '@washdesk/local-servers/postgres';
import { startWithHealth, startWithReadyLine } from '@washdesk/local-servers/processes/program';
import { createService, type Service } from '@washdesk/local-servers/processes/service';
import type { Webhook } from '@washdesk/stripe-simulator/events/given-webhook';
import { writeAgentReleases } from './agent-releases.ts';
import { readClock } from './company-time.ts';
import { messageSettings } from './message-services.ts';
import { DATABASE, startStripe, stripeSettings, type CompanyOrigin } from './seed/company-seed.ts';
import type { WorkbenchContext } from './workbench-context.ts';

export function postgresFolder(folder: string): string {
  return path.join(folder, 'postgres');
}

export interface DatabaseService {
  readonly service: Service;
  /** Connection string of the tables' owner. @throws Error before the first start */
  url(database?: string): string;
  /** Connection string of cloud-api's role. @throws Error before the first start */
  applicationUrl(): string;
}

export function databaseService({ folder, run, ports, secrets, overrides }: WorkbenchContext): DatabaseService {
  let serverUrl: Postgres['url'] | undefined;
  const url = (database = DATABASE): string => {
    if (!serverUrl) throw new Error('PostgreSQL is not started yet');
    return serverUrl(database);
  };
  const service = createService('postgres', async () => {
    const server = await startPostgres({
      folder: postgresFolder(folder),
      run,
      port: ports.port('postgres'),
      durable: overrides.durableDatabase ?? true,
    });
    serverUrl = server.url;
    return server;
  });
  return {
    service,
    url,
    applicationUrl() {
      const application = new URL(url());
      application.username = 'washdesk_cloud';
      application.password = secrets.password('database-cloud');
      return application.href;
    },
  };
}

export function stripeService(base: WorkbenchContext, origin: CompanyOrigin): Service {
  const { run, folder, ports } = base;
  const address = { port: ports.port('stripe'), control: ports.port('stripe-control') };
  const state = path.join(folder, 'stripe-state.jsonl');
  return createService('stripe', () =>
    startStripe({ log: run, state, origin, ...address, clockOffsetMs: readClock(base.clockFile), webhook: webhookOf(base) }),
  );
}

/** Returns the endpoint to which the Stripe simulator sends events, and the secret that signs them. */
function webhookOf({ url, secrets }: WorkbenchContext): Webhook {
  return { url: `${url}/api/webhook/stripe`, secret: `whsec_${secrets.password('stripe-webhook')}` };
}

export function brokerService(base: WorkbenchContext, sites: readonly number[]): Service {
  const { folder, run, ports, secrets, overrides } = base;
  const user = (username: string, topics: string): BrokerUser => ({ username, password: secrets.password(`broker-${username}`), topics });
  const users = [user('cloud', 'wash/v1/#'), ...sites.map((site) => user(`site-${site}`, `wash/v1/${site}/#`))];
  return createService('broker', async () => {
    if (overrides.broker !== 'mosquitto')
      return startWithReadyLine({ name: 'broker', folder: run, script: 'deploy/broker/main.ts', args: [writeBrokerConfig(base, users)] });
    const distribution = required(await provideMosquitto());
    return startMosquitto({ distribution, folder: path.join(folder, 'mosquitto'), run, port: ports.port('broker'), users });
  });
}

function writeBrokerConfig({ folder, ports, siteCertificates, url }: WorkbenchContext, brokerUsers: readonly BrokerUser[]): string {
  const users = brokerUsers.map(({ topics, ...user }) => ({ ...user, publish: [topics], subscribe: [topics] }));
  const { caFile, certificateFile, keyFile } = siteCertificates;
  const listener = { port: ports.port('broker-sites'), caFile, certificateFile, keyFile, revokedUrl: `${url}/api/agent/revoked` };
  const config: BrokerConfig = { host: LOOPBACK, port: ports.port('broker'), users, sites: listener };
  const file = path.join(folder, 'broker.json');
  writeFileSync(file, JSON.stringify(config, null, 2), { mode: 0o600 });
  return file;
}

/** Returns the origin of the Stripe simulator's pages and scripts. */
function stripeOrigin({ ports }: WorkbenchContext): string {
  return `http://${LOOPBACK}:${ports.port('stripe')}`;
}

/** Returns the environment of cloud-api and of its command-line tools. */
export function cloudSettings(base: WorkbenchContext, databaseUrl: string, webRoot: string): Record<string, string> {
  const { ports, secrets } = base;
  return {
    WASHDESK_DATABASE_URL: databaseUrl,
    WASHDESK_HOST: LOOPBACK,
    WASHDESK_PORT: String(ports.port('cloud-api')),
    WASHDESK_PUBLIC_URL: base.publicUrl,
    WASHDESK_WEB_ROOT: webRoot,
    WASHDESK_BROKER_URL: base.brokerUrl,
    WASHDESK_BROKER_USERNAME: 'cloud',
    WASHDESK_BROKER_PASSWORD: secrets.password('broker-cloud'),
    ...stripeSettings(ports.port('stripe')),
    ...(base.stripeScripts && { WASHDESK_STRIPE_SCRIPTS_URL: stripeOrigin(base) }),
    WASHDESK_STRIPE_WEBHOOK_SECRET: webhookOf(base).secret,
    // the simulator has no rate limit: after a moved clock the mirror follows in seconds
    WASHDESK_STRIPE_BACKGROUND_PER_SECOND: '400',
    ...(base.overrides.movableClock !== false && { WASHDESK_CLOCK_FILE: base.clockFile }),
    WASHDESK_STRIPE_DASHBOARD_URL: `${stripeOrigin(base)}/dashboard`,
    WASHDESK_TOKEN_KEY_FILE: secrets.keyFile('token'),
    WASHDESK_ONE_TIME_CODES: process.env['WASHDESK_ONE_TIME_CODES'] ?? 'off',
    WASHDESK_COMMAND_KEY_FILE: secrets.keyFile('command'),
    WASHDESK_COMMAND_KID: base.commandKeyId,
    WASHDESK_SITE_CA_CERTIFICATE_FILE: base.siteCertificates.caFile,
    WASHDESK_SITE_CA_KEY_FILE: base.siteCertificates.caKeyFile,
    WASHDESK_SITE_BROKER_URL: `mqtts://${LOOPBACK}:${ports.port('broker-sites')}`,
    WASHDESK_RELEASES_FOLDER: writeAgentReleases(base.folder),
    ...messageSettings(base),
    ...base.overrides.cloud,
  };
}

/** Writes the settings to the file that `npm run staff` and the other command-line tools read. */
export function writeCloudEnvironment(folder: string, settings: Record<string, string>): void {
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${JSON.stringify(value)}\n`);
  writeFileSync(path.join(folder, 'cloud.env'), lines.join(''), { mode: 0o600 });
}

export function cloudApiService({ run, url }: WorkbenchContext, settings: () => Record<string, string>): Service {
  const program = { name: 'cloud-api', folder: run, script: 'cloud-api/src/main.ts' };
  return createService('cloud-api', () => startWithHealth({ ...program, env: settings() }, `${url}/health/ready`));
}
