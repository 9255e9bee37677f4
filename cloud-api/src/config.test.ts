import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigurationError, databaseUrl, readConfig } from './config.ts';

const pem = (kind: 'ed25519' | 'x25519'): string =>
  (kind === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('x25519')).privateKey
    .export({ type: 'pkcs8', format: 'pem' })
    .toString();

const good = {
  WASHDESK_DATABASE_URL: 'postgres://washdesk@127.0.0.1/washdesk',
  WASHDESK_PUBLIC_URL: 'https://desk.washdesk.test',
  WASHDESK_BROKER_URL: 'mqtt://127.0.0.1:1883',
  WASHDESK_STRIPE_SECRET_KEY: 'sk_test_1',
  WASHDESK_STRIPE_PUBLIC_KEY: 'pk_test_1',
  WASHDESK_TOKEN_KEY: pem('ed25519'),
  WASHDESK_COMMAND_KEY: pem('ed25519'),
};

function complaint(environment: Record<string, string | undefined>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  throw new Error('It was taken');
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'washdesk-config-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(name: string, value: string): string {
  const file = join(folder, name);
  writeFileSync(file, value);
  return file;
}

describe('the configuration', () => {
  it('needs little, and takes the rest from its defaults', () => {
    const config = readConfig({ ...good, PATH: '/bin', HOME: '/root' });
    expect(config).toMatchObject({ WASHDESK_HOST: '127.0.0.1', WASHDESK_PORT: 8080, WASHDESK_PROXIES: 0, WASHDESK_LOG_LEVEL: 'info' });
    expect(config.WASHDESK_TOKEN_KEY.asymmetricKeyType).toBe('ed25519');
    expect(config.WASHDESK_WEB_ROOT).toBeUndefined();
  });

  it('takes the roles that need one-time codes, or off', () => {
    const rolesOf = (given: string) => readConfig({ ...good, WASHDESK_ONE_TIME_CODES: given }).WASHDESK_ONE_TIME_CODES;
    expect(readConfig(good).WASHDESK_ONE_TIME_CODES).toEqual([]);
    expect(rolesOf('off')).toEqual([]);
    expect(rolesOf('Admin,SupportCenter')).toEqual(['SupportCenter', 'Admin']);
    for (const wrong of ['admin', 'Admin,', 'Admin,off', 'Cashier', 'yes'])
      expect(complaint({ ...good, WASHDESK_ONE_TIME_CODES: wrong })).toContain(
        'WASHDESK_ONE_TIME_CODES: must be off, or some of SalesManager',
      );
  });

  it('takes the settings of e-mail and of text messages together or not at all', () => {
    const mail = { WASHDESK_SMTP_URL: 'smtp://desk:secret@mail.washdesk.test', WASHDESK_MAIL_FROM: 'Washdesk <desk@washdesk.test>' };
    const texts = { WASHDESK_SMS_ACCOUNT: `AC${'0'.repeat(32)}`, WASHDESK_SMS_TOKEN: 'the token', WASHDESK_SMS_FROM: '+18155550199' };
    expect(readConfig({ ...good, ...mail, ...texts })).toMatchObject({ ...mail, ...texts, WASHDESK_SMS_URL: 'https://api.twilio.com' });
    expect(complaint({ ...good, WASHDESK_SMTP_URL: mail.WASHDESK_SMTP_URL })).toContain(
      'WASHDESK_MAIL_FROM: is missing; WASHDESK_SMTP_URL',
    );
    const half = complaint({ ...good, WASHDESK_SMS_TOKEN: texts.WASHDESK_SMS_TOKEN });
    expect(half).toContain('WASHDESK_SMS_ACCOUNT: is missing');
    expect(half).toContain('WASHDESK_SMS_FROM: is missing');
    expect(half).not.toContain(texts.WASHDESK_SMS_TOKEN);
  });

  it('takes key and token of FetchApp together or not at all', () => {
    const account = { WASHDESK_FETCHAPP_KEY: 'the-key', WASHDESK_FETCHAPP_TOKEN: 'the token' };
    expect(readConfig({ ...good, ...account, WASHDESK_FETCHAPP_URL: 'http://127.0.0.1:9/api/' })).toMatchObject({
      ...account,
      WASHDESK_FETCHAPP_URL: 'http://127.0.0.1:9/api',
    });
    const half = complaint({ ...good, WASHDESK_FETCHAPP_TOKEN: account.WASHDESK_FETCHAPP_TOKEN });
    expect(half).toContain('WASHDESK_FETCHAPP_KEY: is missing');
    expect(half).not.toContain(account.WASHDESK_FETCHAPP_TOKEN);
  });

  it.each([
    ['WASHDESK_MAIL_FROM', 'Desk <desk@washdesk.test>\r\nBcc: x@y.test'],
    ['WASHDESK_SMS_FROM', '815-555-0199'],
    ['WASHDESK_SMTP_URL', 'http://mail.washdesk.test'],
  ])('does not take %s %j', (name, value) => {
    expect(complaint({ ...good, [name]: value })).toContain(`${name}: must`);
  });

  it('refuses a moved clock together with real money', () => {
    expect(readConfig({ ...good, WASHDESK_CLOCK_FILE: 'clock.json' }).WASHDESK_CLOCK_FILE).toBe('clock.json');
    expect(complaint({ ...good, WASHDESK_CLOCK_FILE: 'clock.json', WASHDESK_STRIPE_SECRET_KEY: 'sk_live_1' })).toContain(
      'WASHDESK_CLOCK_FILE: must not be set with a live Stripe key',
    );
  });

  it('takes Stripe’s scripts from a stand-in, but not together with real money', () => {
    const scripts = { WASHDESK_STRIPE_SCRIPTS_URL: 'http://127.0.0.1:12111/' };
    expect(readConfig({ ...good, ...scripts }).WASHDESK_STRIPE_SCRIPTS_URL).toBe('http://127.0.0.1:12111');
    for (const live of [{ WASHDESK_STRIPE_SECRET_KEY: 'sk_live_1' }, { WASHDESK_STRIPE_PUBLIC_KEY: 'pk_live_1' }]) {
      expect(complaint({ ...good, ...scripts, ...live })).toContain('WASHDESK_STRIPE_SCRIPTS_URL: must not be set with a live Stripe key');
    }
  });

  it.each(['whsec_one', 'whsec_one whsec_two'])('takes one signing secret of Stripe, or two while it is changed: %s', (secret) => {
    expect(readConfig({ ...good, WASHDESK_STRIPE_WEBHOOK_SECRET: secret }).WASHDESK_STRIPE_WEBHOOK_SECRET).toBe(secret);
  });

  it.each(['whsec_one  whsec_two', 'whsec_one whsec_two whsec_three', 'sk_test_1'])('refuses other signing secrets: %s', (secret) => {
    const told = complaint({ ...good, WASHDESK_STRIPE_WEBHOOK_SECRET: secret });
    expect(told).toContain('WASHDESK_STRIPE_WEBHOOK_SECRET: must be a signing secret of Stripe');
  });

  it('says all that is missing at once', () => {
    const message = complaint({});
    for (const name of Object.keys(good)) expect(message).toContain(`${name}: is missing`);
    expect(message.split('\n')).toHaveLength(Object.keys(good).length + 1);
  });

  it.each([
    ['WASHDESK_DATABASE_URL', 'mysql://x'],
    ['WASHDESK_PORT', '65536'],
    ['WASHDESK_PORT', 'http'],
    ['WASHDESK_PUBLIC_URL', 'desk.washdesk.test'],
    ['WASHDESK_PUBLIC_URL', 'ftp://desk.washdesk.test'],
    ['WASHDESK_PUBLIC_URL', 'https://washdesk.test/desk'],
    ['WASHDESK_PUBLIC_URL', 'https://desk.washdesk.test?site=12'],
    ['WASHDESK_PUBLIC_URL', 'https://ada@desk.washdesk.test'],
    ['WASHDESK_BROKER_URL', 'http://broker'],
    ['WASHDESK_STRIPE_SECRET_KEY', 'pk_test_1'],
    ['WASHDESK_STRIPE_PUBLIC_KEY', 'sk_test_1'],
    ['WASHDESK_STRIPE_PROTOCOL', 'gopher'],
    ['WASHDESK_STRIPE_BACKGROUND_PER_SECOND', '0'],
    ['WASHDESK_STRIPE_SCRIPTS_URL', 'ftp://scripts.test'],
    ['WASHDESK_STRIPE_SCRIPTS_URL', 'https://scripts.test/a"><script>'],
    ['WASHDESK_TOKEN_KEY', 'secret-words-of-ours'],
    ['WASHDESK_TOKEN_KEY', pem('x25519')],
    ['WASHDESK_COMMAND_KEY', 'secret-words-of-ours'],
    ['WASHDESK_COMMAND_KID', 'x'.repeat(65)],
    ['WASHDESK_PROXIES', '-1'],
    ['WASHDESK_REQUESTS_PER_MINUTE', '0'],
    ['WASHDESK_DATABASE_CONNECTIONS', '3'],
    ['WASHDESK_LOG_LEVEL', 'loud'],
  ])('refuses a %s that is none, and never shows it', (name, value) => {
    const message = complaint({ ...good, [name]: value });
    expect(message).toContain(`${name}: `);
    expect(message).not.toContain(`${name}: is missing`);
    expect(message.split('\n')).toHaveLength(2);
    expect(message).not.toContain(value);
  });

  it('takes the public URL as an origin, with or without the last slash, and says so', () => {
    for (const given of ['https://Desk.washdesk.test/', 'https://desk.washdesk.test:443']) {
      expect(readConfig({ ...good, WASHDESK_PUBLIC_URL: given }).WASHDESK_PUBLIC_URL).toBe('https://desk.washdesk.test');
    }
    const message = complaint({ ...good, WASHDESK_PUBLIC_URL: 'https://washdesk.test/desk' });
    expect(message).toContain('WASHDESK_PUBLIC_URL: must be an origin such as https://desk.example.com, without a path');
  });

  it('refuses unknown names, so that a typo is noticed', () => {
    const message = complaint({ ...good, WASHDESK_STRIPE_SECERT_KEY: 'sk_live_secret' });
    expect(message).toContain('WASHDESK_STRIPE_SECERT_KEY: no such setting');
    expect(message).not.toContain('sk_live_secret');
  });

  it('takes every value from a file too', () => {
    const { WASHDESK_TOKEN_KEY, WASHDESK_STRIPE_SECRET_KEY, ...rest } = good;
    const config = readConfig({
      ...rest,
      WASHDESK_TOKEN_KEY_FILE: fileWith('token', WASHDESK_TOKEN_KEY),
      WASHDESK_STRIPE_SECRET_KEY_FILE: fileWith('stripe', `${WASHDESK_STRIPE_SECRET_KEY}\n`),
      WASHDESK_PORT_FILE: fileWith('port', '9000'),
    });
    expect(config).toMatchObject({ WASHDESK_STRIPE_SECRET_KEY: 'sk_test_1', WASHDESK_PORT: 9000 });
  });

  it('refuses a file that cannot be read, one that is empty, and both at once', () => {
    expect(complaint({ ...good, WASHDESK_BROKER_PASSWORD_FILE: join(folder, 'none') })).toContain(
      'WASHDESK_BROKER_PASSWORD_FILE: cannot read',
    );
    const { WASHDESK_STRIPE_SECRET_KEY, ...rest } = good;
    expect(complaint({ ...rest, WASHDESK_STRIPE_SECRET_KEY_FILE: fileWith('empty', '') })).toContain('WASHDESK_STRIPE_SECRET_KEY: ');
    const both = complaint({ ...good, WASHDESK_STRIPE_SECRET_KEY_FILE: fileWith('both', WASHDESK_STRIPE_SECRET_KEY) });
    expect(both).toContain('give either WASHDESK_STRIPE_SECRET_KEY or WASHDESK_STRIPE_SECRET_KEY_FILE');
  });

  it('takes an empty variable for none', () => {
    expect(readConfig({ ...good, WASHDESK_WEB_ROOT: '', WASHDESK_PORT: '' })).toMatchObject({ WASHDESK_PORT: 8080 });
    expect(complaint({ ...good, WASHDESK_PUBLIC_URL: '' })).toContain('WASHDESK_PUBLIC_URL: is missing');
  });
});

describe('databaseUrl', () => {
  it('needs the database alone, and says so', () => {
    expect(databaseUrl({ WASHDESK_DATABASE_URL: good.WASHDESK_DATABASE_URL })).toBe(good.WASHDESK_DATABASE_URL);
    expect(databaseUrl({ WASHDESK_DATABASE_URL_FILE: fileWith('url', good.WASHDESK_DATABASE_URL) })).toBe(good.WASHDESK_DATABASE_URL);
    expect(() => databaseUrl({})).toThrow(ConfigurationError);
    expect(() => databaseUrl({ WASHDESK_DATABASE_URL: 'mysql://secret' })).toThrow(/^(?!.*secret)/);
  });
});
