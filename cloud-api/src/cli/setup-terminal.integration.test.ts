import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { compileCache } from '@washdesk/local-servers/cache-folder';
import { until } from '@washdesk/test-support/until';
import { readConfig } from '../config.ts';
import { startTestEnvironment, type TestEnvironment } from '../testing/cloud.ts';

let around: TestEnvironment;
let folder: string;

beforeAll(async () => {
  around = await startTestEnvironment();
});
afterAll(() => around.stop());
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'washdesk-setup-terminal-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const etc = (name: string): string => path.join(folder, 'etc', name);

/** Runs setup at a pseudo-terminal and types each answer at its prompt. */
async function setupAtTerminal(
  answers: readonly (readonly [prompt: string, typed: string])[],
  ...args: string[]
): Promise<{ code: number | null; shown: string }> {
  const { WASHDESK_STRIPE_HOST, WASHDESK_STRIPE_PORT, WASHDESK_STRIPE_PROTOCOL } = around.settings;
  const simulator = { WASHDESK_STRIPE_HOST, WASHDESK_STRIPE_PORT, WASHDESK_STRIPE_PROTOCOL };
  const command = [process.execPath, path.join(import.meta.dirname, 'setup.ts'), '--folder', etc(''), ...args];
  const env = { PATH: process.env['PATH'], TERM: 'dumb', ...simulator, ...compileCache() };
  const terminal = spawn('script', ['--quiet', '--return', '--command', command.join(' '), '/dev/null'], { env });
  const ended = new Promise<number | null>((resolve, reject) => {
    terminal.once('error', reject);
    terminal.once('close', resolve);
  });
  let shown = '';
  terminal.stdout.on('data', (chunk: Buffer) => (shown += chunk.toString()));
  let read = 0;
  for (const [prompt, typed] of answers) {
    await until(`the prompt "${prompt}"`, () => shown.includes(prompt, read) || null).catch((error: unknown) => {
      throw new Error(`${String(error)}; shown: ${shown}`);
    });
    read = shown.indexOf(prompt, read) + prompt.length;
    terminal.stdin.write(typed);
  }
  return { code: await ended, shown };
}

const enter = '\r';
const interrupt = '\u0003';
const kept = [
  'Public address',
  'Secret key of Stripe',
  'Publishable key',
  'Signing secret',
  'Mail server',
  'Mail sender',
  'Address of the broker',
];

it('asks at a terminal until each answer is valid, hides secrets, and goes on with the first Admin when it is run again', async () => {
  const first = await setupAtTerminal([
    ['Public address, such as https://desk.example.com: ', `desk.example.com${enter}`],
    ['must be an origin', ''],
    ['Public address, such as https://desk.example.com: ', `https://desk.example.com${enter}`],
    ['Secret key of Stripe (sk_…): ', enter],
    ['is required', ''],
    ['Secret key of Stripe (sk_…): ', `sk_test_typed${enter}`],
    ['Publishable key of Stripe (pk_…): ', `pk_test_typed${enter}`],
    ['webhook (whsec_…) (Enter to skip): ', `whsec_typed${enter}`],
    ['Mail server, such as smtps://user:password@mail.example.com (Enter to skip): ', enter],
    ['(Enter to skip): ', enter],
    ['(Enter to skip): ', enter],
    ['Host of PostgreSQL [postgres]: ', `127.0.0.1:9${enter}`],
    ['must be a name or an address, without a port', ''],
    ['Host of PostgreSQL [postgres]: ', `postgres.invalid${enter}`],
    ['Host of Redis [redis]: ', enter],
    ['Host of the MQTT broker [mosquitto]: ', enter],
  ]);
  expect(first.shown).toContain('There is no Admin. PostgreSQL isn’t reachable at postgres.invalid:5432');
  expect(first.shown).not.toMatch(/sk_test_typed|whsec_typed/);
  expect(first.code).toBe(1);
  const settings = parseEnv(readFileSync(etc('cloud.env'), 'utf8'));
  expect(readConfig(settings)).toMatchObject({
    WASHDESK_PUBLIC_URL: 'https://desk.example.com',
    WASHDESK_STRIPE_SECRET_KEY: 'sk_test_typed',
    WASHDESK_STRIPE_WEBHOOK_SECRET: 'whsec_typed',
    WASHDESK_REDIS_URL: expect.stringContaining('@redis:6379'),
  });

  writeFileSync(etc('secrets/database-url'), around.database.applicationUrl);
  const again = await setupAtTerminal([
    ...kept.map((prompt) => [prompt, enter] as const),
    ['Employee number [1]: ', enter],
    ['Name: ', `Ada Moore${enter}`],
    ['Username: ', `ada${enter}`],
    ['Password: ', `sparkle of my own${enter}`],
    ['Password again: ', `sparkle of my own${enter}`],
    ['PIN: ', `4711${enter}`],
    ['PIN again: ', `4711${enter}`],
  ]);
  expect(again.shown).toContain('Ada Moore was added as the first Admin.');
  expect(again.shown).not.toMatch(/sparkle of my own|4711/);
  expect(again.code).toBe(0);
  expect(parseEnv(readFileSync(etc('cloud.env'), 'utf8'))).toEqual(settings);
});

it.each([
  ['a visible prompt', [['Public address', interrupt]] as const],
  [
    'a hidden prompt',
    [
      ['Public address', `https://desk.example.com${enter}`],
      ['Secret key of Stripe (sk_…): ', interrupt],
    ] as const,
  ],
])('writes nothing if it is interrupted at %s', async (_what, answers) => {
  const { code, shown } = await setupAtTerminal(answers);
  expect(shown).toContain('Canceled');
  expect(shown).not.toContain('    at ');
  expect(code).toBe(1);
  expect(existsSync(etc('cloud.env'))).toBe(false);
});
