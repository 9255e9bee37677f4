import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enrolledRegister, signedIn, type Headers } from '@washdesk/cloud-api/testing/callers';
import { refusal, send, type Answer } from '@washdesk/cloud-api/testing/calls';
import { startCloud, type Cloud } from '@washdesk/cloud-api/testing/cloud';
import { staffOf } from '@washdesk/cloud-api/testing/staff';
import { Role } from '@washdesk/rules/company/roles';

let cloud: Cloud;
let register: Headers;
let device: string;

const uma = { username: 'uma', password: 'sparkle-uma-104' };

beforeAll(async () => {
  cloud = await startCloud();
  register = await enrolledRegister(cloud);
  device = (await cloud.database.db.selectFrom('device').select('id').executeTakeFirstOrThrow()).id;
  const staff = staffOf(cloud);
  await staff.add({ employeeNumber: 104, name: 'Uma User', roles: Role.User, ...uma });
});
afterAll(() => cloud.stop());

const call = (method: string, path: string, headers: Headers, body?: object): Promise<Answer> =>
  send(cloud.url, { method, path, headers, body: body && JSON.stringify(body) });

const rowsOf = ({ headers }: Answer) =>
  cloud.database.db.selectFrom('whole_audit').selectAll().where('request_id', '=', headers.get('x-request-id')).orderBy('id').execute();

describe('sessions in the audit', () => {
  it('tells of a sign-in, a move to a site, and a sign-out, each once, with the device and the call', async () => {
    const signIn = await call('POST', '/auth/loginuser', register, uma);
    expect(signIn.status, signIn.text).toBe(200);
    const { sessionId, accessToken } = JSON.parse(signIn.text) as { sessionId: string; accessToken: string };
    const mine = { ...register, authorization: `Bearer ${accessToken}` };
    expect(await rowsOf(signIn)).toMatchObject([
      { action: 'session.started', actor: '104', site: 12, device, subject: `session:${sessionId}`, after: { roles: ['User'] } },
    ]);

    const place = { locationId: 'tml_Joliet00000012' };
    const stay = await call('POST', '/auth/location', mine, place);
    expect(stay.status).toBe(200);
    expect(await rowsOf(stay)).toEqual([]);

    const leave = await call('DELETE', `/auth/refreshtoken/${sessionId}?signOut=yes`, mine);
    expect(leave.status, leave.text).toBe(200);
    expect(await rowsOf(leave)).toMatchObject([
      { action: 'session.ended', actor: '104', device, subject: `session:${sessionId}`, why: 'signed out' },
    ]);
  });

  it('records the site that a user selected', async () => {
    const manager = await signedIn(cloud, { roles: Role.SalesManager });
    const place = { locationId: 'tml_Merrillville27' };
    const moved = await call('POST', '/auth/location', manager, place);
    expect(moved.status, moved.text).toBe(200);
    expect(await rowsOf(moved)).toMatchObject([
      { action: 'session.moved', before: { site: 12, terminal: null }, after: { site: 27, terminal: null } },
    ]);
  });
});

describe('refusals in the audit', () => {
  it('tells of a failed sign-in without what was typed, and of a call that the role does not allow', async () => {
    const typed = { username: 'sparkle-priya-103', password: 'sparkle-priya-103' };
    const failed = await call('POST', '/auth/loginuser', register, typed);
    expect(refusal(failed).code).toBe('login_failed');
    const rows = await rowsOf(failed);
    expect(rows).toMatchObject([{ action: 'sign-in.failed', actor: 'anonymous', site: 12, device, why: 'login_failed' }]);
    expect(JSON.stringify(rows)).not.toContain('sparkle');

    const cashier = await signedIn(cloud, { roles: Role.Cashier });
    const refused = await call('GET', '/staff', cashier);
    expect(refused.status, refused.text).toBe(403);
    expect(await rowsOf(refused)).toMatchObject([{ action: 'access.refused', subject: 'call:GET /staff', why: 'forbidden' }]);
  });

  it('does not tell of what failed for another reason', async () => {
    const cashier = await signedIn(cloud, { roles: Role.Cashier });
    const missing = await call('GET', '/customer/cus_none/general', cashier);
    expect(missing.status).toBe(404);
    expect(await rowsOf(missing)).toEqual([]);
  });
});
