import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AnsweringSite } from '@washdesk/cloud-api/testing/answering-site';
import { ApiClient } from '@washdesk/cloud-api/testing/api-client';
import { startBillingCloud, type BillingCloud } from '@washdesk/cloud-api/testing/billing-cloud';
import { enrolledRegister, signedIn, type Headers } from '@washdesk/cloud-api/testing/callers';
import { send, sendAsWritten } from '@washdesk/cloud-api/testing/calls';
import { chargeCard, customerWith } from '@washdesk/cloud-api/testing/cards';
import { staffOf } from '@washdesk/cloud-api/testing/staff';
import { Role } from '@washdesk/rules/company/roles';

let cloud: BillingCloud;
let site: AnsweringSite;
let cashier: Headers;

const priya = { username: 'priya', password: 'sparkle-priya' };
const uma = { username: 'uma', password: 'sparkle-uma-104' };

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:00Z' });
  const staff = staffOf(cloud);
  await staff.add({ employeeNumber: 103, name: 'Priya Raman', roles: Role.Admin, ...priya });
  await staff.add({ employeeNumber: 104, name: 'Uma User', roles: Role.User, ...uma });
  for (let number = 300; number < 350; number += 1) {
    await staff.add({ employeeNumber: number, name: `Manager ${number}`, roles: Role.SalesManager });
  }
  await staff.setPin(349, '471147');
  cashier = await signedIn(cloud, { roles: Role.Cashier });
  site = await AnsweringSite.at(12, cloud);
  site.answers['sitewatch.employee'] = ({ number }) => {
    const [firstName, lastName] = number < 300 ? ['Cal', 'Cashier'] : ['Manager', String(number)];
    return { employee: { number, firstName, lastName, active: true } };
  };
  await site.online(cloud);
});
afterAll(async () => {
  await site.close();
  await cloud.stop();
});

const client = (headers: Headers): ApiClient => new ApiClient(cloud.url, headers);

const statusOf = async (path: string, headers: Headers, method = 'GET'): Promise<number> =>
  (await send(cloud.url, { method, path, headers })).status;

describe('a request that pretends', () => {
  // the API delays password comparisons of an unknown caller
  it('to come from other addresses is counted as what it is', async () => {
    const codes: unknown[] = [];
    for (let turn = 0; turn < 40; turn += 1) {
      const address = `10.0.${turn}.1`;
      const headers = { 'x-forwarded-for': address, 'x-real-ip': address, forwarded: `for=${address}`, 'cf-connecting-ip': address };
      const { body } = await client(headers).post('/auth/loginuser', { username: 'priya', password: `guess ${turn}` });
      codes.push(body['code']);
    }
    expect(new Set(codes)).toEqual(new Set(['login_failed', 'too_many_attempts']));
    expect(codes.filter((code) => code === 'login_failed').length).toBeLessThanOrEqual(30);
  });

  it('to be another call by its headers is the call that it is', async () => {
    for (const trick of ['x-http-method-override', 'x-method-override', 'x-original-url', 'x-rewrite-url']) {
      const headers = { ...cashier, [trick]: trick.endsWith('url') ? '/api/device' : 'DELETE' };
      expect({ trick, status: await statusOf('/auth/me', headers) }).toEqual({ trick, status: 404 });
      expect({ trick, status: await statusOf('/device', headers) }).toEqual({ trick, status: 403 });
    }
  });

  it('that claims another user by a second token or a field gets the user of its token', async () => {
    const admin = await signedIn(cloud, { roles: Role.Admin });
    const both = { authorization: `${cashier['authorization']}, ${admin['authorization']}` };
    expect(await statusOf('/device', both)).toBe(401);
    for (const claim of ['x-user', 'x-roles', 'x-employee', 'x-site', 'x-forwarded-user']) {
      expect(await statusOf('/device', { ...cashier, [claim]: '256' })).toBe(403);
    }
    expect(await statusOf('/device?roles=256&access=Admin', cashier)).toBe(403);
  });
});

describe('another way to write a path', () => {
  it.each([
    '/device/',
    '/DEVICE',
    '//device',
    '/./device',
    '/auth/../device',
    '/%64evice',
    '/device%2f',
    '/device%00',
    '/device;x=1',
    '/device?',
    '/device#x',
    '/auth/%2e%2e/device',
    '/auth/..%2fdevice',
    '/staff/',
    '/STAFF',
    '/auth/../staff',
  ])('opens nothing: %s', async (path) => {
    for (const headers of [cashier, {}]) {
      const { status, text } = await sendAsWritten(cloud.url, { method: 'GET', path: `/api${path}`, headers });
      expect([400, 401, 403, 404, 405], text).toContain(status);
    }
  });
});

describe('a register whose cookie was taken', () => {
  it('cannot be used elsewhere for a session of the register, and a refresh elsewhere ends the session', async () => {
    const [here, there] = [await enrolledRegister(cloud), await enrolledRegister(cloud)];
    const answer = await fetch(`${cloud.url}/api/auth/loginemployee`, {
      method: 'POST',
      headers: { ...here, 'content-type': 'application/json' },
      body: JSON.stringify({ employee: 201 }),
    });
    const cookies = answer.headers.getSetCookie().map((one) => one.split(';')[0]!);
    const refresh = cookies.find((one) => one.includes('washdesk_refresh='))!;
    const { accessToken } = (await answer.json()) as { accessToken: string };
    const session = { authorization: `Bearer ${accessToken}` };
    expect(await statusOf('/recentusages', { ...session, ...there })).not.toBe(200);
    const stolen = await client({ cookie: `${there['cookie']}; ${refresh}` }).post('/auth/refreshtoken');
    expect(stolen).toMatchObject({ status: 403, body: { code: 'session_ended' } });
    // the session has ended in both
    const own = await client({ cookie: `${here['cookie']}; ${refresh}` }).post('/auth/refreshtoken');
    expect(own).toMatchObject({ status: 403, body: { code: 'session_ended' } });
  });
});

describe('a person who guesses the password of an Admin', () => {
  const action = () => ({ id: 'refundCharge', params: { chargeId: 'ch_none' }, body: { amount: 100, notes: 'x' }, key: randomUUID() });

  it('as an approval, has no more tries for beginning new sessions', async () => {
    const answers: unknown[] = [];
    for (let turn = 0; turn < 40; turn += 1) {
      // one person, with a session for each guess
      const by = client(await signedIn(cloud, { roles: Role.User, number: 104 }));
      const { body } = await by.post('/auth/stepup', { action: action(), approver: { username: 'priya', password: `guess ${turn}` } });
      answers.push(body['code']);
    }
    expect(answers.filter((code) => code === 'approver_wrong').length).toBeLessThanOrEqual(10);
    expect(answers.at(-1)).toBe('too_many_attempts');
  });
});

describe('a PIN that is tried on every user', () => {
  it('is judged thirty times at a register, and looked up ten times a minute', async () => {
    const register = await enrolledRegister(cloud);
    const { body } = await client(register).post('/auth/loginemployee', { employee: 201 });
    const thief = client({ ...register, authorization: `Bearer ${String(body['accessToken'])}` });
    const codes: unknown[] = [];
    for (let number = 300; number < 350; number += 1) {
      const answer = await thief.post('/auth/loginemployee', { employee: number, pin: '471147' });
      codes.push(answer.status === 200 ? 'in' : answer.body['code']);
    }
    expect(codes.filter((code) => code === 'pin_wrong').length).toBeLessThanOrEqual(10);
    expect(codes).not.toContain('in');
  });
});

describe('two at the same time', () => {
  const approver = { username: 'manager', password: 'sparkle-manager' };

  beforeAll(async () => {
    const staff = staffOf(cloud);
    await staff.add({ employeeNumber: 400, name: 'Mo Manager', roles: Role.SalesManager, ...approver });
  });

  it('approvals of one refund, and one approval used many times at once, give back once', async () => {
    const { customer } = await customerWith(cloud, 'pm_card_visa');
    const charge = await chargeCard(cloud, customer, 2_999, { saleid: '5711' });
    const key = randomUUID();
    const by = client(cashier);
    const body = { amount: 1_000, notes: 'Scratched' };
    const ask = () => by.post('/auth/stepup', { action: { id: 'refundCharge', params: { chargeId: charge }, body, key }, approver });
    const approvals = (await Promise.all([ask(), ask()])).map((answer) => String(answer.body['approval']));
    expect(new Set(approvals).size).toBe(2);
    const refunds = approvals.flatMap((approval) => [1, 2, 3].map(() => by.post(`/refund/${charge}`, body, { key, approval })));
    await Promise.all(refunds);
    const given = await cloud.sdk.refunds.list({ charge });
    expect(given.data.map(({ amount }) => amount)).toEqual([1_000]);
    // used up: under another key each is invalid
    const again = await Promise.all(approvals.map((approval) => by.post(`/refund/${charge}`, body, { approval })));
    expect(again.map((answer) => answer.body['code'])).toEqual(['approval_invalid', 'approval_invalid']);
  });
});
