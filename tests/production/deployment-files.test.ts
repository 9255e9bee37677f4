import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { fileSettings, readConfig } from '@washdesk/cloud-api/config';
import { ROOT } from '@washdesk/local-servers/processes/program';

const files = path.join(import.meta.dirname, '../../deploy/production');
const read = (name: string): string => readFileSync(path.join(files, name), 'utf8');

const texts = z.array(z.string());
const duration = z.string().regex(/^\d+(?:ms|s|m|h)$/);
const condition = z.strictObject({
  condition: z.enum(['service_started', 'service_healthy', 'service_completed_successfully']),
  restart: z.boolean().optional(),
});

/** What the compose specification allows, as far as the file uses it: a misspelled name is an error. */
const service = z.strictObject({
  image: z.string(),
  build: z.strictObject({ context: z.string(), dockerfile: z.string() }).optional(),
  profiles: texts.optional(),
  user: z.string().optional(),
  entrypoint: texts.optional(),
  command: texts.optional(),
  env_file: z.array(z.strictObject({ path: z.string(), required: z.boolean() })).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  secrets: texts.optional(),
  volumes: texts.optional(),
  ports: z.array(z.string().regex(/^\d+:\d+$/)).optional(),
  networks: z.strictObject({ default: z.strictObject({ aliases: texts }) }).optional(),
  network_mode: z.string().optional(),
  pid: z.string().optional(),
  depends_on: z.record(z.string(), condition).optional(),
  healthcheck: z.strictObject({ test: texts, interval: duration, timeout: duration, start_period: duration.optional() }).optional(),
  logging: z.strictObject({ driver: z.string(), options: z.record(z.string(), z.string()) }),
  restart: z.enum(['no', 'always', 'on-failure', 'unless-stopped']).optional(),
  stop_signal: z
    .string()
    .regex(/^SIG[A-Z]+$/)
    .optional(),
  stop_grace_period: duration.optional(),
  read_only: z.boolean().optional(),
  cap_drop: texts.optional(),
  cap_add: texts.optional(),
  security_opt: texts.optional(),
  stdin_open: z.boolean().optional(),
  tty: z.boolean().optional(),
  shm_size: z
    .string()
    .regex(/^\d+[kmg]$/)
    .optional(),
});
const whole = z.strictObject({
  name: z.string(),
  services: z.record(z.string(), service),
  secrets: z.record(z.string(), z.strictObject({ file: z.string() })),
  volumes: z.record(z.string(), z.null()),
});

const isExtension = (name: string): boolean => name.startsWith('x-');
const content = parse(read('compose.yaml'), { merge: true }) as Record<string, unknown>;
const compose = whole.parse(Object.fromEntries(Object.entries(content).filter(([name]) => !isExtension(name))));
const services = Object.entries(compose.services);
const cloudEnv = parseEnv(read('cloud.env.example')) as Record<string, string>;

const key = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
/** A valid value for each secret's file. */
const secretValues: Record<string, string> = {
  'database-url': 'postgres://washdesk_cloud:secret@postgres/washdesk',
  'redis-url': 'redis://:secret@redis:6379',
  'broker-password': 'secret',
  'stripe-secret-key': 'sk_live_0',
  'stripe-webhook-secret': 'whsec_0',
  'token-key': key,
  'command-key': key,
  'smtp-url': 'smtps://desk:secret@mail.example.com',
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'washdesk-deployment-'));
  for (const [name, value] of Object.entries(secretValues)) writeFileSync(path.join(folder, name), value);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The environment with the secrets' files of this test. */
const withSecrets = (environment: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, value.replace('/etc/washdesk/secrets', folder).replaceAll('%i', '1')]),
  );

const plainSecrets = (environment: Record<string, string>): string[] =>
  Object.keys(environment).filter((name) => fileSettings.has(name) || /PASSWORD$|OWNER_DATABASE_URL$/.test(name));

describe('compose.yaml', () => {
  it.each(['cloud-api-1', 'cloud-api-2'])('configures %s with valid settings only', (name) => {
    expect(readConfig(withSecrets({ ...cloudEnv, ...compose.services[name]!.environment }))).toMatchObject({
      WASHDESK_PROXIES: 1,
      WASHDESK_DRAIN_SECONDS: 5,
      WASHDESK_RELEASES_FOLDER: '/releases',
      WASHDESK_WATCHED_FOLDERS: ['/backup'],
    });
    expect(compose.services[name]?.volumes).toContain('${RELEASES_FOLDER:-/var/lib/washdesk/releases}:/releases:ro');
    expect(compose.services[name]?.volumes).toContain('${BACKUP_FOLDER:-/var/backups/washdesk}:/backup:ro');
  });

  it('has every secret in a file', () => {
    const environments = [cloudEnv, ...services.map(([, { environment = {} }]) => environment)];
    expect(environments.flatMap(plainSecrets)).toEqual([]);
    const used = new Set(services.flatMap(([, { secrets = [] }]) => secrets));
    expect(used).toEqual(new Set(Object.keys(compose.secrets)));
    expect(Object.values(compose.secrets).filter(({ file }) => !file.startsWith('/etc/washdesk/'))).toEqual([]);
  });

  it('gives the owner’s address to migrations only', () => {
    expect(services.filter(([, { secrets = [] }]) => secrets.includes('owner_database_url')).map(([name]) => name)).toEqual(['migrate']);
    for (const name of ['cloud-api-1', 'cloud-api-2'])
      expect(compose.services[name]?.depends_on?.['migrate']).toEqual({ condition: 'service_completed_successfully' });
  });

  it('limits the log of each container', () => {
    const logs = services.map(([, { logging }]) => logging.options);
    expect(logs.filter((options) => !options['max-size'] || !options['max-file'])).toEqual([]);
  });

  it('shares the namespaces of no container but that of a shell, which stays when its server restarts', () => {
    const sharing = services.filter(([, { network_mode = '' }]) => network_mode.startsWith('service:'));
    expect(sharing.map(([name, { network_mode, pid }]) => [name, network_mode, pid])).toEqual([
      ['revocations', 'service:mosquitto', 'service:mosquitto'],
    ]);
    const { mosquitto, revocations } = compose.services;
    expect(mosquitto?.entrypoint?.[0]).toBe('sh');
    expect(mosquitto?.command?.[0]).toMatch(/^trap 'kill "\$\$broker"' USR1$/m);
    expect(revocations?.environment).toEqual({ RELOAD: 'kill -HUP 1', RESTART: 'kill -USR1 1' });
    expect(revocations?.depends_on?.['mosquitto']?.restart).toBe(true);
  });

  it('lets each instance serve the revocation list while the other is replaced', () => {
    expect(compose.services['revocations']?.entrypoint).toContain('http://cloud-api:8080');
    for (const name of ['cloud-api-1', 'cloud-api-2']) expect(compose.services[name]?.networks?.default.aliases).toEqual(['cloud-api']);
  });

  it('is healthy only once PostgreSQL accepts connections from other containers', () => {
    expect(compose.services['postgres']?.healthcheck?.test).toContain('--host=127.0.0.1');
  });

  it('has the user of the backup read what it wrote', () => {
    const ofBackup = ['wal', 'backup', 'restore'].map((name) => compose.services[name]);
    expect(ofBackup.map((one) => one?.user)).toEqual(['postgres', 'postgres', 'postgres']);
  });

  it('names files, volumes and services that there are, and images with a version', () => {
    const sources = services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(/:(?=\/)/)[0]!));
    const own = sources.filter((source) => source.startsWith('.'));
    expect(own.filter((source) => !existsSync(path.join(files, source)))).toEqual([]);
    const named = sources.filter((source) => /^[a-z-]+$/.test(source));
    expect(named.filter((name) => !(name in compose.volumes))).toEqual([]);
    const needed = services.flatMap(([, { depends_on = {} }]) => Object.keys(depends_on));
    expect(needed.filter((name) => !(name in compose.services))).toEqual([]);
    expect(services.filter(([, { image }]) => !/:\d|:bookworm|:\$\{RELEASE/.test(image ?? '')).map(([name]) => name)).toEqual([]);
  });
});

/** Returns the texts of a service that may name a path in its container. */
const wordsOf = ({ environment = {}, command = [], entrypoint = [] }: z.infer<typeof service>): string[] =>
  [...Object.values(environment), ...command, ...entrypoint].flatMap((text) => text.split(/[\s"'()]+/));

describe('each container of compose.yaml', () => {
  it.each(services)('%s finds the secrets, scripts and services that it names', (_name, one) => {
    const { secrets = [], volumes = [], depends_on = {}, network_mode = '', pid = '' } = one;
    const words = wordsOf(one);
    const named = words.flatMap((word) => word.match(/^\/run\/secrets\/(\w+)$/)?.[1] ?? []);
    expect(new Set(named)).toEqual(new Set(secrets));
    const mounted = volumes.map((volume) => volume.split(/:(?=\/)/)[1]?.split(':')[0]);
    expect(words.filter((word) => /^\/.*\.sh$/.test(word) && !mounted.includes(word))).toEqual([]);
    expect(words.filter((word) => word.endsWith('.ts') && !existsSync(path.join(ROOT, word)))).toEqual([]);
    const shared = [network_mode, pid].flatMap((text) => text.match(/^service:(.*)$/)?.[1] ?? []);
    expect(shared.filter((other) => !(other in compose.services))).toEqual([]);
    const healthy = Object.entries(depends_on).filter(([, { condition: needed }]) => needed === 'service_healthy');
    expect(healthy.filter(([other]) => !compose.services[other]?.healthcheck)).toEqual([]);
  });

  it('proxy has every variable of haproxy.cfg', () => {
    const used = new Set(Array.from(read('haproxy.cfg').matchAll(/\$\{(\w+)\}/g), ([, name]) => name));
    expect(used).toEqual(new Set(Object.keys(compose.services['proxy']?.environment ?? {})));
  });

  it('has variables that the README explains', () => {
    const variables = new Set(Array.from(read('compose.yaml').matchAll(/(?<!\$)\$\{(\w+)/g), ([, name]) => name));
    expect([...variables].filter((name) => !read('README.md').includes(`${name}`))).toEqual([]);
  });
});

describe('the systemd units', () => {
  const units = readdirSync(path.join(files, 'systemd'));
  const settingsOf = (unit: string): Record<string, string> =>
    Object.fromEntries(
      [...read(`systemd/${unit}`).matchAll(/^Environment=(.*)$/gm)].flatMap(([, line]) =>
        line!.split(' ').map((one) => one.split(/=(.*)/s).slice(0, 2) as [string, string]),
      ),
    );

  it('configure cloud-api with valid settings only, and have every secret in a file', () => {
    expect(readConfig(withSecrets({ ...cloudEnv, ...settingsOf('washdesk-cloud-api@.service') }))).toMatchObject({
      WASHDESK_PORT: 8081,
      WASHDESK_DRAIN_SECONDS: 5,
      WASHDESK_WATCHED_FOLDERS: ['/var/lib/postgresql', '/var/backups'],
    });
    expect(units.flatMap((unit) => plainSecrets(settingsOf(unit)))).toEqual([]);
  });

  it.skipIf(spawnSync('systemd-analyze', ['--version']).error)('are valid for systemd-analyze', () => {
    for (const unit of units) {
      // verify requires the programs on this machine
      const text = read(`systemd/${unit}`)
        .replace(/^(Exec\w+=)\S+/gm, '$1/bin/true')
        .replace(/^User=.*\n/gm, '');
      writeFileSync(path.join(folder, unit.replace('@', '@1')), text);
    }
    const verified = spawnSync('systemd-analyze', ['verify', ...units.map((unit) => path.join(folder, unit.replace('@', '@1')))], {
      encoding: 'utf8',
    });
    expect(verified.stderr.split('\n').filter((line) => line.includes('washdesk'))).toEqual([]);
  });
});

it('has scripts that are valid for sh', () => {
  for (const script of ['backup.sh', 'restore.sh']) expect(spawnSync('sh', ['-n', path.join(files, script)]).status).toBe(0);
});
