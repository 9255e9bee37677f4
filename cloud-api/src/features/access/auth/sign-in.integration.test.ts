import { Role } from '@washdesk/rules/company/roles';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EnrolledDevice } from '../../../common/caller.ts';
import { callerAt, enrolRegister, openTestDesk, type TestDesk } from './test-desk.ts';

let desk: TestDesk;
let register: EnrolledDevice;
let registers = 0;

beforeAll(async () => {
  desk = await openTestDesk();
  await desk.staff.add({
    employeeNumber: 103,
    name: 'Priya Raman',
    roles: Role.User | Role.SalesManager,
    username: 'priya',
    password: 'sparkle-priya-103',
  });
  await desk.staff.setPin(103, '4711');
  await desk.staff.add({ employeeNumber: 3242, name: 'Alex Moreau', roles: Role.Admin });
});
afterAll(() => desk.database.stop());
// a register of its own for every test, for its look-ups are counted
beforeEach(async () => {
  registers += 1;
  register = (await enrolRegister(desk, `Register ${registers}`)).device;
});

const byNumber = (employee: number, more: { pin?: string; asCashier?: boolean } = {}) =>
  desk.auth.signIn.employee({ employee, ...more }, callerAt(register));

describe('sign-in by employee number', () => {
  it('makes a Sitewatch employee without a staff row a cashier, where the device stands', async () => {
    const { answer, refresh } = await byNumber(201);
    expect(answer).toMatchObject({
      user: { name: 'Luis Barrera', userid: '201', employeeId: 201, roles: Role.Cashier },
      site: 12,
      locationId: 'tml_joliet',
      terminal: 'Washcashier1',
      expiresIn: 600,
    });
    expect(refresh?.maxAgeSeconds).toBe(12 * 3_600);
    expect(await desk.auth.principalOf(answer.accessToken)).toMatchObject({
      id: '201',
      roles: Role.Cashier,
      site: 12,
      terminal: 'Washcashier1',
    });
  });

  it('asks somebody with higher roles for the PIN and says whose', async () => {
    await expect(byNumber(103)).rejects.toMatchObject({ status: 403, code: 'pin_required', details: { name: 'Priya Raman' } });
  });

  it('gives all roles for the right PIN, and at most User without it', async () => {
    expect((await byNumber(103, { pin: '4711' })).answer.user.roles).toBe(Role.User | Role.SalesManager);
    expect((await byNumber(103, { asCashier: true })).answer.user.roles).toBe(Role.User);
    expect((await byNumber(3242, { asCashier: true })).answer.user.roles).toBe(Role.Cashier);
  });

  it('refuses a wrong PIN, and any PIN of somebody who has none', async () => {
    await expect(byNumber(103, { pin: '0815' })).rejects.toMatchObject({ status: 401, code: 'pin_wrong' });
    await expect(byNumber(3242, { pin: '0815' })).rejects.toMatchObject({ status: 401, code: 'pin_wrong' });
  });

  it.each([
    ['a number that nobody has', 999],
    ['an employee who has left', 299],
  ])('refuses %s in the same words', async (_who, number) => {
    await expect(byNumber(number)).rejects.toMatchObject({ status: 401, code: 'login_failed', message: 'Failed to Login Employee' });
  });

  it('refuses staff who were deactivated, as cashiers too', async () => {
    await desk.staff.setActive(103, false);
    await expect(byNumber(103, { asCashier: true })).rejects.toMatchObject({ status: 401, code: 'login_failed' });
    await desk.staff.setActive(103, true);
  });

  it('needs an enrolled device', async () => {
    await expect(desk.auth.signIn.employee({ employee: 201 }, callerAt(null))).rejects.toMatchObject({
      status: 403,
      code: 'device_required',
    });
  });

  it('locks a device that guesses, the right answer included', async () => {
    const guesses = await Promise.allSettled(Array.from({ length: 10 }, (_, guess) => byNumber(900 + guess)));
    expect(guesses.every((one) => one.status === 'rejected' && (one.reason as { status: number }).status === 401)).toBe(true);
    await expect(byNumber(201)).rejects.toMatchObject({ status: 429, details: { retryAfterSeconds: expect.any(Number) } });
  });

  it('does not count what succeeds', async () => {
    for (let turn = 0; turn < 12; turn += 1) await byNumber(201);
    await expect(byNumber(201)).resolves.toBeDefined();
  });

  it('bounds wrong PINs of one person over all devices', async () => {
    await desk.staff.add({ employeeNumber: 202, name: 'Nine Lives', roles: Role.Admin });
    await desk.staff.setPin(202, '1357');
    desk.sites.answers['sitewatch.employee'] = () => ({ employee: { number: 202, firstName: 'Nine', lastName: 'Lives', active: true } });
    for (let guess = 0; guess < 10; guess += 1) {
      const { device } = await enrolRegister(desk, `Guesser ${guess}`);
      await expect(desk.auth.signIn.employee({ employee: 202, pin: `000${guess}` }, callerAt(device))).rejects.toMatchObject({
        code: 'pin_wrong',
      });
    }
    await expect(byNumber(202, { pin: '1357' })).rejects.toMatchObject({ status: 429 });
    expect((await byNumber(202, { asCashier: true })).answer.user.roles).toBe(Role.Cashier);
  });
});

describe('sign-in by username', () => {
  const byName = (username: string, password: string, ip = '127.0.0.1') =>
    desk.auth.signIn.user(username, password, { ...callerAt(null), ip });

  it('takes the name in any case, and leaves the location to be chosen', async () => {
    const { answer } = await byName('PRIYA', 'sparkle-priya-103');
    expect(answer).toMatchObject({
      user: { userid: '103', roles: Role.User | Role.SalesManager },
      site: null,
      locationId: null,
      terminal: null,
    });
  });

  it('at an enrolled device works where the device stands', async () => {
    const { answer } = await desk.auth.signIn.user('priya', 'sparkle-priya-103', callerAt(register));
    expect(answer).toMatchObject({ site: 12, terminal: 'Washcashier1' });
  });

  it('answers a wrong password and an unknown name alike', async () => {
    const failed = { status: 401, code: 'login_failed', message: 'Failed to Login Employee' };
    await expect(byName('priya', 'wrong')).rejects.toMatchObject(failed);
    await expect(byName('nobody', 'sparkle-priya-103')).rejects.toMatchObject(failed);
  });

  it('locks a name for an address that guesses, and for that address only', async () => {
    await Promise.allSettled(Array.from({ length: 10 }, () => byName('priya', 'wrong', '10.0.0.9')));
    await expect(byName('Priya', 'sparkle-priya-103', '10.0.0.9')).rejects.toMatchObject({ status: 429 });
    await expect(byName('priya', 'sparkle-priya-103', '10.0.0.10')).resolves.toBeDefined();
  });
});

describe('sign-in of a program', () => {
  beforeAll(async () => {
    const secret_hash = await desk.hasher.hash('a secret of the agent');
    const account = {
      client_id: 'agent-27',
      name: 'Agent of site 27',
      roles: Role.Cashier,
      site: 27,
      created: desk.clock.now(),
      revoked: null,
    };
    await desk.db
      .insertInto('service_account')
      .values([
        { ...account, secret_hash },
        { ...account, client_id: 'gone', secret_hash, revoked: desk.clock.now() },
      ])
      .execute();
  });
  const byId = (id: string, secret: string) => desk.auth.signIn.serviceAccount(id, secret, callerAt(null));

  it('gives a token for an hour and none to refresh it', async () => {
    const { answer, refresh } = await byId('agent-27', 'a secret of the agent');
    expect(answer).toMatchObject({
      expiresIn: 3_600,
      user: { userid: 'agent-27', employeeId: null },
      site: 27,
      locationId: 'tml_merrillville',
    });
    expect(refresh).toBeNull();
    expect(await desk.auth.principalOf(answer.accessToken)).toMatchObject({ kind: 'service', id: 'agent-27', site: 27 });
  });

  it.each([
    ['a wrong secret', 'agent-27', 'wrong'],
    ['an unknown account', 'nobody', 'a secret of the agent'],
    ['a revoked account', 'gone', 'a secret of the agent'],
  ])('refuses %s', async (_what, id, secret) => {
    await expect(byId(id, secret)).rejects.toMatchObject({ status: 401, code: 'login_failed' });
  });
});
