import { spawn, spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { connectAsync } from 'mqtt';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { compileCache } from '@washdesk/local-servers/cache-folder';
import { provideMosquitto } from '@washdesk/local-servers/mosquitto-distribution';
import { accepts, freePort } from '@washdesk/local-servers/ports';
import { launch } from '@washdesk/local-servers/processes/launch';
import { ROOT } from '@washdesk/local-servers/processes/program';
import { readConfig } from '../config.ts';
import { startTestEnvironment, type TestEnvironment } from '../testing/cloud.ts';

const mosquitto = await provideMosquitto();
let around: TestEnvironment;
let folder: string;

beforeAll(async () => {
  around = await startTestEnvironment();
});
afterAll(() => around.stop());
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'washdesk-setup-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Ended {
  code: number | null;
  out: string;
  problem: string;
}

function setup(answers: object | null, ...args: string[]): Promise<Ended> {
  const file = path.join(folder, 'answers.json');
  if (answers) writeFileSync(file, JSON.stringify(answers));
  const { WASHDESK_STRIPE_HOST, WASHDESK_STRIPE_PORT, WASHDESK_STRIPE_PROTOCOL } = around.settings;
  const simulator = { WASHDESK_STRIPE_HOST, WASHDESK_STRIPE_PORT, WASHDESK_STRIPE_PROTOCOL };
  const env = { PATH: process.env['PATH'], ...simulator, ...compileCache() };
  const given = answers ? ['--answers', file] : [];
  const command = [path.join(import.meta.dirname, 'setup.ts'), '--folder', path.join(folder, 'etc'), ...given, ...args];
  const child = spawn(process.execPath, command, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, problem] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (problem += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, out, problem }));
  });
}

const required = {
  WASHDESK_PUBLIC_URL: 'https://desk.example.com',
  WASHDESK_STRIPE_SECRET_KEY: 'sk_test_setup',
  WASHDESK_STRIPE_PUBLIC_KEY: 'pk_test_setup',
};
const optional = {
  WASHDESK_STRIPE_WEBHOOK_SECRET: 'whsec_setup',
  WASHDESK_SMTP_URL: 'smtps://desk:secret@mail.example.com',
  WASHDESK_MAIL_FROM: 'Washdesk <desk@example.com>',
  WASHDESK_SITE_BROKER_URL: 'mqtts://broker.example.com:8883',
};
const admin = { name: 'Ada Moore', username: 'ada', password: 'sparkle of my own', pin: '4711' };

const etc = (name: string): string => path.join(folder, 'etc', name);
const configuration = () => readConfig(parseEnv(readFileSync(etc('cloud.env'), 'utf8')));
/** Every written file by its name. */
const written = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(etc(''), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [file, readFileSync(file, 'utf8')]),
  );

/** Starts Debian's Mosquitto with the shipped configuration on the written files. */
async function startWrittenMosquitto(): Promise<{ url: string; stop(): Promise<void> }> {
  if ('missing' in mosquitto) throw new Error(mosquitto.missing);
  const [sites, cloud, control] = [await freePort(), await freePort(), await freePort()];
  const text = readFileSync(path.join(ROOT, 'deploy/mosquitto/mosquitto.conf'), 'utf8')
    .replaceAll('/etc/mosquitto/washdesk', etc('mosquitto'))
    .replace('listener 8883', `listener ${sites} 127.0.0.1`)
    .replace('listener 8884', `listener ${cloud} 127.0.0.1`)
    .replace('listener 1885', `listener ${control}`);
  const file = path.join(folder, 'mosquitto.conf');
  writeFileSync(file, `${text}\nuser ${userInfo().username}\n`);
  const env = { ...process.env, LD_LIBRARY_PATH: mosquitto.libraries };
  const server = await launch({ name: 'mosquitto', folder, program: mosquitto.server, args: ['-c', file], env });
  await server.ready(async () => (await accepts(cloud)) || null);
  return { url: `mqtts://localhost:${cloud}`, stop: () => server.stop() };
}

describe('setup', () => {
  it('writes settings and secrets, adds the first Admin, and changes nothing when it is run again', async () => {
    const settings = { ...required, ...optional, WASHDESK_DATABASE_URL: around.database.applicationUrl };
    const first = await setup({ settings, admin });
    expect(first.problem).toBe('');
    expect(first.out).toContain('Ada Moore was added as the first Admin.');
    expect(first.code).toBe(0);
    const config = configuration();
    expect(config).toMatchObject({ ...required, ...optional, WASHDESK_BROKER_URL: 'mqtts://mosquitto:8884' });
    expect(config.WASHDESK_REDIS_URL).toMatch(/^redis:\/\/:\S{32}@redis:6379$/);

    const broker = new X509Certificate(readFileSync(etc('mosquitto/broker.pem')));
    expect(broker.verify(config.WASHDESK_SITE_CA_CERTIFICATE!.publicKey)).toBe(true);
    expect(broker.checkHost('broker.example.com')).toBeDefined();
    expect(broker.checkHost('mosquitto')).toBeDefined();

    const signed = ['crl', '-in', etc('mosquitto/revoked.pem'), '-CAfile', etc('mosquitto/ca.pem'), '-noout'];
    expect(spawnSync('openssl', signed, { encoding: 'utf8' }).stderr).toContain('verify OK');

    const files = written();
    expect(Object.keys(files).filter((file) => (statSync(file).mode & 0o777) !== 0o600)).toEqual([]);
    expect(files[etc('cloud.env')]).not.toMatch(/secret@|sk_test|whsec|PRIVATE/);
    const again = await setup({ settings: {} });
    expect(again).toMatchObject({ code: 0, problem: '' });
    expect(again.out).toContain('Ada Moore is an Admin already.');
    expect(written()).toEqual(files);

    const staff = await around.database.db.selectFrom('staff').selectAll().execute();
    expect(staff).toMatchObject([{ name: 'Ada Moore', username: 'ada', pin_set_by: null, password_set_by: null }]);
  });

  it.skipIf('missing' in mosquitto)('writes what Mosquitto needs: certificate, password and access lists', async () => {
    await setup({ settings: { ...required, ...optional } });
    const broker = await startWrittenMosquitto();
    onTestFinished(() => broker.stop());
    const ca = readFileSync(etc('secrets/broker-ca.pem'));
    const connect = (password: string) => connectAsync(broker.url, { username: 'cloud', password, ca, reconnectPeriod: 0 }, false);
    await expect(connect('another password')).rejects.toThrow('Not authorized');
    const cloud = await connect(configuration().WASHDESK_BROKER_PASSWORD!);
    onTestFinished(() => cloud.endAsync());
    expect(cloud.connected).toBe(true);
  });

  it('names in words what is missing', async () => {
    const unreachable = { WASHDESK_DATABASE_URL: 'postgres://washdesk_cloud@127.0.0.1:9/washdesk' };
    const { code, out } = await setup({ settings: { ...required, ...unreachable }, admin });
    expect(code).toBe(1);
    expect(out).toContain(
      '- There is no Admin. PostgreSQL isn’t reachable at 127.0.0.1:9. Start it, and run migrate, then run setup again.',
    );
    expect(out).toContain('- Email is off: members get no links and receipts (WASHDESK_SMTP_URL, WASHDESK_MAIL_FROM).');
    expect(out).toContain('- Changes at Stripe don’t arrive.');
    expect(out).toContain('- Sites can’t be enrolled, and Mosquitto has no certificate (WASHDESK_SITE_BROKER_URL).');
    expect(out).toContain('- The proxy doesn’t start: ');
    expect(configuration().WASHDESK_PUBLIC_URL).toBe('https://desk.example.com');
  });

  it.each([
    [
      { settings: { ...required, WASHDESK_STRIPE_SECRET_KEY: 'sk_live_1', WASHDESK_STRIPE_PUBLIC_KEY: 'pk_live_1' } },
      'Stripe doesn’t accept the secret key: Invalid API Key',
    ],
    [{ settings: { ...required, WASHDESK_STRIPE_SECRET_KEY: 'sk_live_1' } }, 'One of Stripe’s keys is a live key, the other a test key.'],
    [{ settings: { ...required, WASHDESK_PUBLIC_URL: 'desk.example.com' } }, 'must be an origin such as https://desk.example.com'],
    [{ settings: { ...required, WASHDESK_PUBLIC_ULR: 'https://desk.example.com' } }, 'no such setting'],
    [{ settings: required, hosts: { postgres: 'db:5433' } }, 'without a port'],
    [null, 'Run it at a terminal, or give the answers in a file.'],
  ])('writes nothing for %j', async (answers, words) => {
    const { code, out, problem } = await setup(answers);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(problem).toContain(words);
    expect(problem).not.toContain('    at ');
    expect(readdirSync(folder)).not.toContain('etc');
  });
});
