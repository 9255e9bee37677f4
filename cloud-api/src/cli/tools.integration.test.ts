import { spawn } from 'node:child_process';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileCache } from '@washdesk/local-servers/cache-folder';
import { sealAudit } from '../audit/sealing.ts';
import type { ProviderLocation } from '../common/provider-objects.ts';
import { openTestDesk, callerAt, type TestDesk } from '../features/access/auth/desk.fixture.ts';
import { openLog } from '../http/log.ts';

let desk: TestDesk;
beforeAll(async () => {
  desk = await openTestDesk();
});
afterAll(() => desk.database.stop());

interface Ended {
  code: number | null;
  out: string;
  problem: string;
}

function run(tool: 'staff' | 'sites' | 'devices' | 'audit-verify', args: readonly string[], typed = ''): Promise<Ended> {
  const env = { PATH: process.env['PATH'], WASHDESK_DATABASE_URL: desk.database.url, ...compileCache() };
  const child = spawn(process.execPath, [path.join(import.meta.dirname, `${tool}.ts`), ...args], { env });
  let out = '';
  let problem = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (problem += chunk.toString()));
  child.stdin.end(typed);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, out, problem }));
  });
}

const staff = (...args: string[]): Promise<Ended> => run('staff', args);
const listed = async () => JSON.parse((await staff('list', '--json')).out) as Record<string, unknown>[];

describe('staff', () => {
  it('adds a user who then signs in, changes roles, password and PIN, and disables sign-in', async () => {
    const added = await run(
      'staff',
      ['add', '103', '--name', 'Priya Raman', '--roles', 'user,SalesManager', '--username', 'priya'],
      'sparkle-priya\n',
    );
    expect(added).toMatchObject({ code: 0, problem: '' });
    const signIn = (password: string) => desk.auth.signIn.user({ username: 'priya', password }, callerAt(null));
    expect((await signIn('sparkle-priya')).answer.user.roles).toBe(6);

    expect(await staff('roles', '103', 'Admin')).toMatchObject({ code: 0 });
    expect(await run('staff', ['password', '103'], 'another-sparkle\n')).toMatchObject({ code: 0 });
    await expect(signIn('another-sparkle')).rejects.toMatchObject({ status: 403, code: 'secret_change_required' });
    const credentials = { username: 'priya', password: 'another-sparkle' };
    await desk.auth.signIn.changeSecret({ credentials, secret: 'sparkle of my own' }, callerAt(null));
    expect((await signIn('sparkle of my own')).answer.user.roles).toBe(256);
    await expect(signIn('sparkle-priya')).rejects.toMatchObject({ status: 401 });

    expect(await run('staff', ['pin', '103'], '4711\n')).toMatchObject({ code: 0 });
    expect(await listed()).toEqual([
      { number: 103, name: 'Priya Raman', roles: 'Admin', username: 'priya', active: true, hasPassword: true, hasPin: true },
    ]);
    const last = 'Priya Raman is the last Admin. Make another person an Admin first';
    expect(await staff('deactivate', '103')).toMatchObject({ code: 1, problem: expect.stringContaining(last) as string });
    expect(await staff('add', '105', '--name', 'Ada Admin', '--roles', 'Admin')).toMatchObject({ code: 0 });
    expect(await staff('deactivate', '103')).toMatchObject({ code: 0 });
    await expect(signIn('sparkle of my own')).rejects.toMatchObject({ status: 401 });
    const audit = await desk.db.selectFrom('whole_audit').selectAll().where('subject', '=', 'staff:103').orderBy('id').execute();
    expect(audit.map(({ action }) => action)).toEqual([
      'staff.added',
      'staff.roles-changed',
      'staff.password-set',
      'staff.password-changed',
      'staff.pin-set',
      'staff.deactivated',
    ]);
    expect(audit[1]).toMatchObject({ actor: 'command line', before: { roles: ['User', 'SalesManager'] }, after: { roles: ['Admin'] } });
  });

  it.each([
    [['add', '103', '--name', 'Twin', '--roles', 'User'], '', 'Employee 103 is already on the staff: Priya Raman'],
    [['add', '104', '--name', 'Walter', '--roles', 'Boss'], '', "There is no role 'Boss'. The roles are Cashier, User,"],
    [
      ['add', '104', '--name', 'Walter', '--roles', 'User', '--username', 'PRIYA'],
      'long enough password\n',
      "The username 'PRIYA' is taken",
    ],
    [['add', '104', '--name', 'Walter', '--roles', 'User', '--username', 'walter'], '', 'stdin was empty'],
    [['password', '103', 'typed-in-the-open'], 'typed-in-the-open', 'Too many arguments'],
    [['list', '--password', 'x'], '', "Unknown option '--password'"],
    [['hello'], '', 'Usage: npm run staff -- <command>'],
  ])('%j says what is wrong in a sentence', async (args, typed, message) => {
    const ended = await run('staff', args, typed);
    expect(ended).toMatchObject({ code: 1, out: '' });
    expect(ended.problem).toContain(message);
    expect(ended.problem).not.toContain('    at ');
  });

  it('makes a service account and shows its secret once', async () => {
    const made = await staff('service-account', 'agent-12', '--name', 'Agent of site 12', '--roles', 'Cashier', '--site', '12');
    const { client_id, client_secret } = JSON.parse(made.out) as { client_id: string; client_secret: string };
    const { answer } = await desk.auth.signIn.serviceAccount(client_id, client_secret, callerAt(null));
    expect(answer).toMatchObject({ site: 12, user: { userid: 'agent-12' } });
    expect(await staff('service-account', 'agent-99', '--name', 'Nowhere', '--roles', 'Cashier', '--site', '99')).toMatchObject({
      code: 1,
      problem: 'There is no site 99\n',
    });
  });
});

describe('sites', () => {
  const sites = (...args: string[]) => run('sites', args);

  it('adds a site with what Stripe’s location has, changes it, and audits both', async () => {
    const object: ProviderLocation = { id: 'tml_Aurora31', display_name: 'Aurora', metadata: { site: '1831', state: 'IL' } };
    await desk.db
      .insertInto('mirror_location')
      .values({ id: object.id, object: JSON.stringify(object), read_seq: 0 })
      .execute();
    expect(await sites('add', '31', '--time-zone', 'America/Chicago')).toMatchObject({ code: 0, problem: '' });
    expect(await sites('change', '31', '--name', 'Aurora East')).toMatchObject({ code: 0, problem: '' });
    const all = JSON.parse((await sites('list', '--json')).out) as object[];
    const added = { number: 31, name: 'Aurora East', state: 'IL', timeZone: 'America/Chicago', locationId: 'tml_Aurora31' };
    expect(all).toContainEqual(added);
    const audit = await desk.db.selectFrom('whole_audit').selectAll().where('subject', '=', 'site:31').orderBy('id').execute();
    expect(audit).toMatchObject([
      { action: 'site.added', actor: 'command line', site: 31, after: { ...added, name: 'Aurora' } },
      { action: 'site.changed', before: { name: 'Aurora' }, after: { name: 'Aurora East' } },
    ]);
  });

  it.each([
    [['add', '31', '--time-zone', 'America/Chicago', '--location', 'tml_New'], 'Site 31 exists already'],
    [['add', '32', '--time-zone', 'America/Chicago'], 'Site 32 needs: name, state'],
    [['add', '32', '--name', 'Elgin', '--state', 'IL', '--time-zone', 'Chicago'], 'timeZone: must be a time zone'],
    [['change', '12', '--location', 'tml_Aurora31'], 'Site 31 has the location tml_Aurora31'],
    [['remove', '12'], 'Usage: npm run sites -- <command>'],
  ])('%j says what is wrong in a sentence', async (args, message) => {
    const ended = await sites(...args);
    expect(ended).toMatchObject({ code: 1, out: '' });
    expect(ended.problem).toContain(message);
    expect(ended.problem).not.toContain('    at ');
  });
});

describe('devices', () => {
  const enrol = (...more: string[]) => run('devices', ['enrol', '--site', '12', '--kind', 'register', '--name', 'Register 1', ...more]);

  it('prints a link that enrols', async () => {
    const { out } = await enrol('--terminal', 'Washcashier1', '--public-url', 'https://wash.example', '--json');
    const { link } = JSON.parse(out) as { link: string };
    expect(link).toMatch(/^https:\/\/wash\.example\/enrol\/[\w-]{22}$/);
    const token = link.slice(link.lastIndexOf('/') + 1);
    const fromTool = await desk.db.selectFrom('enrolment').selectAll().executeTakeFirstOrThrow();
    expect(fromTool).toMatchObject({ site: 12, terminal: 'Washcashier1', created_by: 'command line', used: null });
    expect(JSON.stringify(fromTool)).not.toContain(token);
  });

  it('says what is missing', async () => {
    expect((await enrol()).problem).toContain('WASHDESK_PUBLIC_URL');
    expect((await run('devices', ['enrol', '--site', 'x', '--kind', 'boat'])).problem).toMatch(/--kind: .*\n--name: .*\n--site: /);
    expect((await enrol('--site', '99', '--public-url', 'https://wash.example')).problem).toBe('body.site: there is no site 99\n');
  });
});

describe('audit-verify', () => {
  it('says that the audit is as it was written, and ends in 1 where a row was changed', async () => {
    await sealAudit(desk.db, openLog('silent'));
    const whole = await run('audit-verify', []);
    expect(whole).toMatchObject({ code: 0, problem: '' });
    const head = /up to (\d+:[0-9a-f]{64})/.exec(whole.out)?.[1];
    expect(await run('audit-verify', ['--expect', head!])).toMatchObject({ code: 0 });
    expect((await run('audit-verify', ['--expect', 'yesterday'])).problem).toContain('--expect takes a seal and its hash');

    await sql`update audit set actor = 'nobody' where subject = 'staff:103' and action = 'staff.added'`.execute(desk.db);
    const changed = await run('audit-verify', ['--expect', head!]);
    expect(changed.code).toBe(1);
    expect(changed.problem).toMatch(/^The audit row of seal \d+ \([-0-9a-f]+, staff\.added by nobody at .*\) doesn’t match its seal\.$/m);
  });
});
