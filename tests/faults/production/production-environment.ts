import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TestAuthority } from '@washdesk/broker/certificates.fixture';
import { openPool, type Pool } from '@washdesk/cloud-api/db/pool';
import { signedIn, type Headers } from '@washdesk/cloud-api/testing/callers';
import { insertSites } from '@washdesk/cloud-api/testing/database';
import { required } from '@washdesk/local-servers/debian-packages';
import { provideHaproxy } from '@washdesk/local-servers/haproxy-distribution';
import { startMosquitto } from '@washdesk/local-servers/mosquitto';
import { provideMosquitto } from '@washdesk/local-servers/mosquitto-distribution';
import { claimPortBlock, type PortBlock } from '@washdesk/local-servers/port-block';
import { accepts } from '@washdesk/local-servers/ports';
import { createDatabase } from '@washdesk/local-servers/postgres';
import { launch, type Running } from '@washdesk/local-servers/processes/launch';
import { ROOT, runProgram } from '@washdesk/local-servers/processes/program';
import { provideRedis } from '@washdesk/local-servers/redis-distribution';
import { Role } from '@washdesk/rules/company/roles';
import { until } from '@washdesk/test-support/until';
import { CrashableCloud } from '../crashable-cloud.ts';
import { startReplicatedDatabase, type ReplicatedDatabase } from './replicated-database.ts';

/** Two instances of cloud-api behind HAProxy with the shipped configuration, and the servers around them. */
export interface Production {
  /** HTTPS address of the proxy. */
  url: string;
  /** CA of the proxy's certificate. */
  ca: string;
  clouds: readonly CrashableCloud[];
  database: ReplicatedDatabase & Pick<Pool, 'db'>;
  cashier(): Promise<Headers>;
  stop(): Promise<void>;
}

const privateKey = (): string => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

export async function startProduction(): Promise<Production> {
  const [redis, mosquitto] = [required(await provideRedis()), required(await provideMosquitto())];
  await using started = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'washdesk-production-'));
  started.defer(() => rm(folder, { recursive: true, force: true }));
  const ports = await claimPortBlock(folder);
  started.defer(() => ports.release());
  const run = path.join(folder, 'run');
  mkdirSync(run);

  const servers = await startReplicatedDatabase(folder);
  started.defer(() => servers.stop());
  await createDatabase(servers.url(), 'washdesk');
  const application = new URL(servers.url('washdesk'));
  application.username = 'washdesk_cloud';
  application.password = 'cloud-secret';
  const owner = { WASHDESK_OWNER_DATABASE_URL: servers.url('washdesk'), WASHDESK_DATABASE_URL: application.href };
  await runProgram({ name: 'migrate', folder: run, script: 'cloud-api/src/cli/migrate.ts', env: owner });
  const pool = openPool(servers.url('washdesk'), () => undefined, 4);
  started.defer(() => pool.stop());
  await insertSites(pool);

  const cache = ['--port', String(ports.port('redis')), '--bind', '127.0.0.1', '--save', '', '--dir', run];
  const redisEnvironment = { ...process.env, LD_LIBRARY_PATH: redis.libraries };
  const redisServer = await launch({ name: 'redis', folder: run, program: redis.server, args: cache, env: redisEnvironment });
  started.defer(() => redisServer.stop());
  const users = [{ username: 'cloud', password: 'broker-secret', topics: 'wash/v1/#' }];
  const brokerFolder = path.join(folder, 'broker');
  const broker = await startMosquitto({ distribution: mosquitto, folder: brokerFolder, port: ports.port('broker'), users });
  started.defer(() => broker.stop());

  const settings = cloudSettings(application.href, ports);
  const clouds = ['cloud-api-1', 'cloud-api-2'].map((name) => new CrashableCloud(settings, ports.port(name)));
  for (const cloud of clouds) {
    started.defer(() => cloud.stop());
    await cloud.start();
  }

  const authority = new TestAuthority(folder);
  const proxy = await startProxy(folder, ports, authority);
  started.defer(() => proxy.stop());
  const everything = started.move();
  return {
    url: settings.WASHDESK_PUBLIC_URL,
    ca: readFileSync(authority.caFile, 'utf8'),
    clouds,
    database: { ...servers, db: pool.db },
    cashier: () => signedIn({ database: pool, settings }, { roles: Role.Cashier }),
    stop: () => everything.disposeAsync(),
  };
}

function cloudSettings(databaseUrl: string, ports: PortBlock) {
  return {
    WASHDESK_DATABASE_URL: databaseUrl,
    WASHDESK_DATABASE_CONNECTIONS: '8',
    WASHDESK_PUBLIC_URL: `https://127.0.0.1:${ports.port('https')}`,
    WASHDESK_PROXIES: '1',
    WASHDESK_DRAIN_SECONDS: '5',
    WASHDESK_BROKER_URL: `mqtt://127.0.0.1:${ports.port('broker')}`,
    WASHDESK_BROKER_USERNAME: 'cloud',
    WASHDESK_BROKER_PASSWORD: 'broker-secret',
    WASHDESK_REDIS_URL: `redis://127.0.0.1:${ports.port('redis')}`,
    // no call of this proof reaches Stripe
    WASHDESK_STRIPE_SECRET_KEY: 'sk_test_production',
    WASHDESK_STRIPE_PUBLIC_KEY: 'pk_test_production',
    WASHDESK_STRIPE_HOST: '127.0.0.1',
    WASHDESK_STRIPE_PORT: '9',
    WASHDESK_STRIPE_PROTOCOL: 'http',
    WASHDESK_TOKEN_KEY: privateKey(),
    WASHDESK_COMMAND_KEY: privateKey(),
    WASHDESK_REQUESTS_PER_MINUTE: '1000000',
  };
}

async function startProxy(folder: string, ports: PortBlock, authority: TestAuthority): Promise<Running> {
  const { server: program, libraries } = required(await provideHaproxy());
  const { certificateFile, keyFile } = authority.issue('desk');
  const tlsFile = path.join(folder, 'tls.pem');
  writeFileSync(tlsFile, readFileSync(certificateFile, 'utf8') + readFileSync(keyFile, 'utf8'));
  const at = (name: string): string => `127.0.0.1:${ports.port(name)}`;
  const addresses = {
    HTTP_BIND: at('http'),
    HTTPS_BIND: at('https'),
    CLOUD_API_1: at('cloud-api-1'),
    CLOUD_API_2: at('cloud-api-2'),
  };
  const proxy = await launch({
    name: 'haproxy',
    folder: path.join(folder, 'run'),
    program,
    args: ['-f', path.join(ROOT, 'deploy/production/haproxy.cfg')],
    env: { LD_LIBRARY_PATH: libraries, TLS_FILE: tlsFile, ...addresses },
  });
  await proxy.ready(async () => (await accepts(ports.port('https'))) || null);
  return proxy;
}

/** Resolves when an instance accepts requests. */
export const isReady = (cloud: CrashableCloud): Promise<true> =>
  until('the instance is ready', async () => ((await fetch(`${cloud.url}/health/ready`)).ok ? true : null));
