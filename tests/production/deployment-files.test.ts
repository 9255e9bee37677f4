import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { fileSettings, readConfig } from '@washdesk/cloud-api/config';

const files = path.join(import.meta.dirname, '../../deploy/production');
const read = (name: string): string => readFileSync(path.join(files, name), 'utf8');

interface Service {
  image?: string;
  environment?: Record<string, string>;
  secrets?: string[];
  volumes?: string[];
  command?: string[];
  depends_on?: Record<string, { condition: string }>;
}

interface Compose {
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
  volumes: Record<string, unknown>;
}

const compose = parse(read('compose.yaml'), { merge: true }) as Compose;
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
    });
    expect(compose.services[name]?.volumes).toContain('${RELEASES_FOLDER:-/var/lib/washdesk/releases}:/releases:ro');
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

  it('names files, volumes and services that there are, and images with a version', () => {
    const sources = services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(/:(?=\/)/)[0]!));
    const own = sources.filter((source) => source.startsWith('.'));
    expect(own.filter((source) => !existsSync(path.join(files, source)))).toEqual([]);
    const named = sources.filter((source) => /^[a-z]+$/.test(source));
    expect(named.filter((name) => !(name in compose.volumes))).toEqual([]);
    const needed = services.flatMap(([, { depends_on = {} }]) => Object.keys(depends_on));
    expect(needed.filter((name) => !(name in compose.services))).toEqual([]);
    expect(services.filter(([, { image }]) => !/:\d|:bookworm|:\$\{RELEASE/.test(image ?? '')).map(([name]) => name)).toEqual([]);
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
