import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const log = fileURLToPath(new URL('./log.ts', import.meta.url));

const running = (statements: string): string[] => [
  '--input-type=module',
  '-e',
  `const { openLog } = await import(${JSON.stringify(log)}); const log = openLog('trace'); ${statements}`,
];

/** Returns what a process that logs this prints through the real stream. */
async function printed(statements: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, running(statements));
  return stdout;
}

const names = ['password', 'pin', 'token', 'secret', 'refreshToken', 'accessToken', 'client_secret', 'authorization', 'cookie'];

describe('the log', () => {
  it('holds no secret by name, on the first level and the second', async () => {
    const fields = Object.fromEntries(names.map((name) => [name, 'TOP-SECRET']));
    const text = await printed(`log.info(${JSON.stringify({ ...fields, body: fields, headers: fields })}, 'request')`);
    expect(text).not.toContain('TOP-SECRET');
    expect(JSON.parse(text)).toMatchObject({ password: '[removed]', body: { pin: '[removed]' }, headers: { authorization: '[removed]' } });
  });

  it('holds no card number in its sentences, nor in an error', async () => {
    const text = await printed(`
      log.info('charged 4242424242424242');
      log.info({ code: '62989213' + '00000000' }, 'charged 4242 4242 4242 4242 today');
      log.error({ err: new Error('card 4242424242424242 was declined', { cause: new Error('378282246310005') }) }, 'declined');
      log.warn({ note: 'paid with 4242424242424242', deep: { list: ['5555555555554444'] } }, 'a note');
    `);
    for (const card of ['4242424242424242', '4242 4242 4242 4242', '378282246310005', '5555555555554444']) expect(text).not.toContain(card);
    expect(text).toContain('[card number removed]');
    expect(text).toContain('6298921300000000');
  });

  it('holds no row that the database quotes', async () => {
    const text = await printed(`
      const err = Object.assign(new Error('duplicate key value'), { detail: 'Key (code)=(ZEBRA77-IL) already exists.', where: 'ZEBRA77-IL', table: 'code_claim' });
      log.error({ err }, 'Request failed');
    `);
    expect(text).not.toContain('ZEBRA77-IL');
    expect(JSON.parse(text)).toMatchObject({ err: { message: 'duplicate key value', table: 'code_claim' } });
  });

  it('is one line of JSON an entry, with the time in ISO 8601 and no name of the machine', async () => {
    const entry = JSON.parse(await printed(`log.info({ site: 12 }, 'two\\nlines')`)) as Record<string, unknown>;
    expect(Object.keys(entry)).toEqual(['level', 'time', 'site', 'msg']);
    expect(entry['time']).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  it('shows the lines of a process that continues, and all of one that ends at once', async () => {
    const child = spawn(process.execPath, running(`log.info('first'); setInterval(() => undefined, 60_000);`));
    const [first] = (await once(child.stdout, 'data')) as [Buffer];
    child.kill('SIGKILL');
    expect(first.toString()).toContain('"msg":"first"');

    const last = await printed(`for (let n = 0; n < 100; n += 1) log.info({ n }, 'line'); process.exit(0)`);
    expect(last.trim().split('\n')).toHaveLength(100);
  });
});
