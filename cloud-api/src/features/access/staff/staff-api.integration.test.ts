import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StaffMember } from '@washdesk/contracts/access/one-time-code';
import type { CreatedServiceAccount, ServiceAccount } from '@washdesk/contracts/access/service-account';
import type { ListedSession } from '@washdesk/contracts/access/session-list';
import { samples } from '@washdesk/contracts/all-samples.fixture';
import { Role } from '@washdesk/rules/company/roles';
import { ApiClient, clientAs } from '../../../testing/api-client.ts';
import { signedIn } from '../../../testing/callers.ts';
import { startCloud, type Cloud } from '../../../testing/cloud.ts';

let cloud: Cloud;
let admin: ApiClient;

beforeAll(async () => {
  cloud = await startCloud();
  admin = await clientAs(cloud, 'Admin');
});
afterAll(() => cloud.stop());

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

const staffOf = async (number: number) =>
  (await admin.get<{ staff: StaffMember[] }>('/staff')).body.staff.find((person) => person.number === number);
const audited = (subject: string) =>
  cloud.database.db
    .selectFrom('whole_audit')
    .select(['action', 'before', 'after'])
    .where('subject', '=', subject)
    .orderBy('at')
    .orderBy('id')
    .execute();

describe('the staff', () => {
  it('is added, given roles, switched off and on by an Admin, with every change in the audit', async () => {
    expect((await admin.post('/staff', { number: 4711, name: 'Nadia Novak', roles: ['User'] })).status).toBe(200);
    expect((await admin.put('/staff/4711', { roles: ['User', 'Reporter'] })).status).toBe(200);
    expect(await staffOf(4711)).toMatchObject({ name: 'Nadia Novak', roles: Role.User | Role.Reporter, active: true });
    expect((await admin.put('/staff/4711', { active: false })).status).toBe(200);
    expect(await staffOf(4711)).toMatchObject({ active: false });
    expect((await admin.put('/staff/4711', { active: true })).status).toBe(200);
    expect((await audited('staff:4711')).map(({ action }) => action)).toEqual([
      'staff.added',
      'staff.roles-changed',
      'staff.deactivated',
      'staff.activated',
    ]);
    expect(await admin.post('/staff', { number: 4711, name: 'Somebody Else', roles: ['User'] })).toMatchObject({
      status: 409,
      body: { code: 'staff_refused', message: 'Employee 4711 is already on the staff: Nadia Novak' },
    });
  });

  it('gets passwords and PINs that are not too easy, and no row holds one', async () => {
    await admin.post('/staff', { number: 4712, name: 'Omar Haddad', roles: ['SalesManager'] });
    const weak = { status: 409, body: { code: 'staff_refused' } };
    expect(await admin.post('/staff/4712/secret', { pin: '1234' })).toMatchObject(weak);
    expect(await admin.post('/staff/4712/secret', { password: 'password12', username: 'omar' })).toMatchObject(weak);
    expect(await admin.post('/staff/4712/secret', { password: 'four quiet blue whales' })).toMatchObject({
      status: 409,
      body: { message: 'Omar Haddad also needs a username' },
    });
    expect((await admin.post('/staff/4712/secret', { password: 'four quiet blue whales', username: 'omar' })).status).toBe(200);
    expect((await admin.post('/staff/4712/secret', { pin: '7305' })).status).toBe(200);
    expect(await staffOf(4712)).toMatchObject({ username: 'omar', hasPassword: true, hasPin: true });
    expect(JSON.stringify(await audited('staff:4712'))).not.toMatch(/whales|7305/);
  });

  it('never loses its last Admin', async () => {
    const admins = (await admin.get<{ staff: StaffMember[] }>('/staff')).body.staff.filter(
      ({ roles, active }) => active && roles & Role.Admin,
    );
    await admin.post('/staff', { number: 4713, name: 'Ada Admin', roles: ['Admin'] });
    for (const { number } of admins) expect((await admin.put(`/staff/${number}`, { active: false })).status).toBe(200);
    // a deactivated user is signed out, so another session makes the next calls
    const other = await clientAs(cloud, 'Admin');
    for (const change of [{ active: false }, { roles: ['User'] }]) {
      expect(await other.put('/staff/4713', change)).toMatchObject({
        status: 409,
        body: { code: 'staff_refused', message: 'Ada Admin is the last Admin. Make another person an Admin first' },
      });
    }
    expect((await other.put('/staff/4713', { roles: ['Admin', 'Reporter'] })).status).toBe(200);
    for (const { number } of admins) await other.put(`/staff/${number}`, { active: true });
    admin = other;
  });

  it('is changed by Admins only', async () => {
    const reporter = await clientAs(cloud, 'PriceManager');
    expect((await reporter.post('/staff', { number: 1, name: 'No', roles: ['User'] })).status).toBe(403);
    expect((await reporter.put('/staff/4711', { active: false })).status).toBe(403);
    expect((await reporter.post('/staff/4711/secret', { pin: '7305' })).status).toBe(403);
  });
});

describe('a service account', () => {
  const list = async () => (await admin.get<{ serviceaccounts: ServiceAccount[] }>('/serviceaccounts/')).body.serviceaccounts;
  const make = (more: object = {}) => admin.post<CreatedServiceAccount>('/serviceaccounts/', { ...nightReport, ...more });
  const nightReport = {
    serviceName: 'Night report',
    servicePermissions: ['Reporter'],
    expires: inDays(30),
    addresses: ['127.0.0.0/8', '::1'],
  };
  const signIn = ({ client_id, client_secret }: CreatedServiceAccount) =>
    admin.post<{ accessToken: string }>('/auth/loginserviceaccount', { client_id, client_secret });

  it('shows its secret once, signs in with it, and is out of service at once when it is deleted', async () => {
    const { status, body } = await make();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      servicename: 'Night report',
      permissions: ['Reporter'],
      site: null,
      expires: nightReport.expires,
      owner: { number: expect.any(Number) },
    });
    expect(JSON.stringify(await list())).not.toContain(body.client_secret);
    const stored = await cloud.database.db
      .selectFrom('service_account')
      .selectAll()
      .where('client_id', '=', body.client_id)
      .executeTakeFirstOrThrow();
    expect(stored.secret_hash).not.toContain(body.client_secret);
    expect(JSON.stringify(await audited(`service:${body.client_id}`))).not.toContain(body.client_secret);

    expect((await signIn(body)).status).toBe(200);
    expect((await list()).find(({ client_id }) => client_id === body.client_id)?.lastUsed).not.toBeNull();
    expect(await admin.delete(`/serviceaccounts/${body.client_id}`)).toMatchObject({ status: 200, body: { deleted: true } });
    const session = await cloud.database.db
      .selectFrom('session')
      .select('ended')
      .where('principal', '=', body.client_id)
      .executeTakeFirstOrThrow();
    expect(session.ended).not.toBeNull();
    expect((await signIn(body)).status).toBe(401);
    expect(await admin.delete(`/serviceaccounts/${body.client_id}`)).toMatchObject({ status: 404 });
    expect((await audited(`service:${body.client_id}`)).map(({ action }) => action)).toEqual([
      'service-account.saved',
      'service-account.revoked',
    ]);
  });

  it('signs in from its addresses alone, and until its time is over', async () => {
    const elsewhere = (await make({ addresses: ['10.0.0.0/8', '2001:db8::/32'] })).body;
    expect((await signIn(elsewhere)).status).toBe(401);
    const here = (await make({ addresses: ['127.0.0.0/8', '::1'] })).body;
    expect((await signIn(here)).status).toBe(200);
    const over = (await make()).body;
    await cloud.database.db
      .updateTable('service_account')
      .set({ expires: new Date(0) })
      .where('client_id', '=', over.client_id)
      .execute();
    expect((await signIn(over)).status).toBe(401);
  });

  it('needs a name, a role, a site that there is and addresses that are some', async () => {
    expect((await make({ serviceName: ' ' })).status).toBe(400);
    expect((await make({ servicePermissions: [] })).status).toBe(400);
    expect((await make({ servicePermissions: ['Owner'] })).status).toBe(400);
    for (const addresses of [['10.0.0.0/99'], ['0.0.0.0/0'], ['::/0'], [], undefined]) expect((await make({ addresses })).status).toBe(400);
    for (const expires of [null, undefined]) expect((await make({ expires })).status).toBe(400);
    for (const expires of [inDays(-1), inDays(400)])
      expect(await make({ expires })).toMatchObject({ status: 409, body: { message: 'A service account lasts a year at most' } });
    expect(await make({ site: 999 })).toMatchObject({ status: 409, body: { message: 'There is no site 999' } });
    expect((await (await clientAs(cloud, 'PriceManager')).get('/serviceaccounts/')).status).toBe(403);
  });
});

describe('a program with all rights', () => {
  const asProgram = async () => new ApiClient(cloud.url, await signedIn(cloud, { roles: Role.Admin, kind: 'service' }));

  it('grants no rights: no further program, person, PIN, device or setting', async () => {
    const program = await asProgram();
    const refused = { status: 403, body: { message: 'Only people can do this' } };
    expect(await program.post('/serviceaccounts/', samples['createServiceAccount']?.body)).toMatchObject(refused);
    expect(await program.post('/staff', { number: 5001, name: 'Nobody', roles: ['Admin'] })).toMatchObject(refused);
    expect(await program.put('/staff/4711', { roles: ['Admin'] })).toMatchObject(refused);
    expect(await program.post('/staff/4712/secret', { pin: '7305' })).toMatchObject(refused);
    expect(await program.post('/device/enrolment', samples['createEnrolment']?.body)).toMatchObject(refused);
    expect((await program.get('/staff')).status).toBe(200);
  });
});

describe('a service account whose owner', () => {
  const accountOf = async (roles: string[]) => {
    const { database } = cloud;
    const { employee_number: owner } = await database.db
      .insertInto('staff')
      .values({ employee_number: 6_000 + roles.length, name: 'Otto Owner', roles: Role.Admin, created: new Date(), changed: new Date() })
      .onConflict((known) => known.column('employee_number').doUpdateSet({ active: true, roles: Role.Admin }))
      .returning('employee_number')
      .executeTakeFirstOrThrow();
    const id = `of-owner-${owner}-${randomUUID()}`;
    await database.db
      .insertInto('service_account')
      .values({
        client_id: id,
        name: 'Export',
        secret_hash: 'x',
        roles: roles.length,
        site: null,
        created: new Date(),
        revoked: null,
        owner,
      })
      .execute();
    return { id, owner };
  };
  const isRevoked = async (id: string) =>
    (await cloud.database.db.selectFrom('service_account').select('revoked').where('client_id', '=', id).executeTakeFirstOrThrow())
      .revoked !== null;

  it('leaves ends with the owner, and is told to the Admins', async () => {
    const { id, owner } = await accountOf(['Cashier']);
    expect((await admin.put(`/staff/${owner}`, { active: false })).status).toBe(200);
    expect(await isRevoked(id)).toBe(true);
    const told = await cloud.database.db
      .selectFrom('job')
      .select('last_error')
      .where('key', 'like', `service-account.owner-left:${id}:%`)
      .execute();
    expect(told).toEqual([{ last_error: expect.stringContaining('The service account Export ended') }]);
  });

  it('is no Admin any more ends too; one that another Admin took over stays', async () => {
    const [ended, kept] = [await accountOf(['Cashier']), await accountOf(['Cashier'])];
    expect((await admin.put(`/serviceaccounts/${kept.id}/owner`, {})).status).toBe(200);
    expect((await admin.put(`/staff/${ended.owner}`, { roles: ['Reporter'] })).status).toBe(200);
    expect([await isRevoked(ended.id), await isRevoked(kept.id)]).toEqual([true, false]);
  });

  it('leaves stays if it is an agent, because its site needs it', async () => {
    const { id, owner } = await accountOf([]);
    expect((await admin.put(`/staff/${owner}`, { active: false })).status).toBe(200);
    expect(await isRevoked(id)).toBe(false);
  });
});

describe('a PIN that an Admin set for another user', () => {
  it('is stored as theirs to replace', async () => {
    await admin.post('/staff/4712/secret', { pin: '7306' });
    const row = await cloud.database.db
      .selectFrom('staff')
      .select('pin_set_by')
      .where('employee_number', '=', 4712)
      .executeTakeFirstOrThrow();
    expect(row.pin_set_by).not.toBeNull();
  });
});

describe('open sessions', () => {
  const sessions = async (query = '') =>
    (await admin.get<{ sessions: ListedSession[]; count: number; more: boolean; next_page: string | null }>(`/admin/refreshTokens${query}`))
      .body;

  it('are listed by their last use, without a token, and found by name', async () => {
    const { sessions: all, count } = await sessions();
    expect(count).toBe(all.length);
    expect(all.filter(({ own }) => own)).toHaveLength(1);
    expect(all[0]).toMatchObject({ user_id: expect.any(String), realname: expect.any(String), expiredDate: expect.any(String) });
    const [{ realname }] = all as [ListedSession];
    const found = await sessions(`?search=${encodeURIComponent(realname.slice(0, 4).toUpperCase())}`);
    expect(found.sessions.every((one) => one.realname.toLowerCase().includes(realname.slice(0, 4).toLowerCase()))).toBe(true);
    expect(found.sessions.length).toBeGreaterThan(0);
    expect((await sessions('?search=nobody-of-that-name')).sessions).toEqual([]);
  });

  it('come in pages that hold each once', async () => {
    const one = (await sessions()).sessions[0]!;
    const row = await cloud.database.db.selectFrom('session').selectAll().where('id', '=', one.id).executeTakeFirstOrThrow();
    const copies = Array.from({ length: 60 }, (_, place) => ({
      ...row,
      id: crypto.randomUUID(),
      name: 'Many Times',
      // older than the sessions of this test's own users, which stay on the first page
      last_used: new Date(Date.now() - 3_600_000 - (place % 7) * 1_000),
    }));
    await cloud.database.db.insertInto('session').values(copies).execute();
    const first = await sessions('?search=many%20times');
    expect(first).toMatchObject({ count: 60, more: false });
    const second = await sessions(`?search=many%20times&page=${first.next_page}`);
    expect(new Set([...first.sessions, ...second.sessions].map(({ id }) => id)).size).toBe(60);
    expect(second.next_page).toBeNull();
  });

  it('of a person are all ended at once, but never the one in use', async () => {
    await admin.post('/staff', { number: 4714, name: 'Lena Long', roles: ['User'] });
    const own = (await sessions()).sessions.find((one) => one.own)!;
    const ended = await admin.post<{ ended: number }>('/admin/sessions/end', { employee: own.employee });
    expect(ended.status).toBe(200);
    expect((await sessions()).sessions.some(({ id }) => id === own.id)).toBe(true);
    expect((await sessions()).sessions.filter(({ employee }) => employee === own.employee)).toHaveLength(1);
    expect((await admin.post<{ ended: number }>('/admin/sessions/end', { employee: 4714 })).body).toEqual({ ended: 0 });
    expect((await (await clientAs(cloud, 'PriceManager')).get('/admin/refreshTokens')).status).toBe(403);
  });
});
