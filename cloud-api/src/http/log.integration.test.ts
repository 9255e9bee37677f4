import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const log = fileURLToPath(new URL('./log.ts', import.meta.url));

/** Returns what a process that logs this prints through the real stream. */
async function printed(statements: string): Promise<string> {
  const script = `const { openLog } = await import(${JSON.stringify(log)}); const log = openLog('trace'); ${statements}`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
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
});
