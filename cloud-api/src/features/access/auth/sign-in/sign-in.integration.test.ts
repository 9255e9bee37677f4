import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import type { EnrolledDevice } from '../../../../common/caller.ts';
import { callerAt, enrolRegister, openTestDesk, quickHasher, type TestDesk } from '../desk.fixture.ts';

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
// a separate register for every test, because lookups are counted
beforeEach(async () => {
  registers += 1;
  register = (await enrolRegister(desk, `Register ${registers}`)).device;
});

const byNumber = (employee: number, more: { pin?: string; asCashier?: boolean } = {}) =>
  desk.auth.signIn.employee({ employee, ...more }, callerAt(register));

describe('sign-in by employee number', () => {
  it('makes a Sitewatch employee without a staff row a cashier, at the device’s site', async () => {
    const { answer, refresh } = await byNumber(201);
    expect(answer).toMatchObject({
      user: { name: 'Luis Barrera', userid: '201', employeeId: 201, roles: Role.Cashier },
      site: 12,
      locationId: 'tml_Joliet00000012',
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

  it('asks a user with higher roles for the PIN and names the user', async () => {
    await expect(byNumber(103)).rejects.toMatchObject({ status: 403, code: 'pin_required', details: { name: 'Priya Raman' } });
  });

  it('gives all roles for the right PIN, and at most User without it', async () => {
    expect((await byNumber(103, { pin: '4711' })).answer.user.roles).toBe(Role.User | Role.SalesManager);
    expect((await byNumber(103, { asCashier: true })).answer.user.roles).toBe(Role.User);
    expect((await byNumber(3242, { asCashier: true })).answer.user.roles).toBe(Role.Cashier);
  });

  it('refuses a wrong PIN, and any PIN of a user without one', async () => {
    await expect(byNumber(103, { pin: '0815' })).rejects.toMatchObject({ status: 401, code: 'pin_wrong' });
    await expect(byNumber(3242, { pin: '0815' })).rejects.toMatchObject({ status: 401, code: 'pin_wrong' });
  });

  it.each([
    ['an unknown number', 999],
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

  const nineLives = { employeeNumber: 202, name: 'Nine Lives', roles: Role.Admin };
  const guess = (pin: string, device: EnrolledDevice) => desk.auth.signIn.employee({ employee: 202, pin }, callerAt(device));

  it('counts wrong PINs per user and device, so that a manager cannot be locked out from another register', async () => {
    await desk.staff.add(nineLives);
    await desk.staff.setPin(202, '1357');
    desk.sites.answers['sitewatch.employee'] = () => ({ employee: { number: 202, firstName: 'Nine', lastName: 'Lives', active: true } });
    const { device } = await enrolRegister(desk, 'Guesser');
    for (let turn = 0; turn < 10; turn += 1) {
      await expect(guess(`000${turn}`, device)).rejects.toMatchObject({ code: 'pin_wrong' });
      await desk.lookups.forgive(device.id);
    }
    await expect(guess('1357', device)).rejects.toMatchObject({ status: 429, code: 'too_many_attempts' });
    expect((await guess('1357', register)).answer.user.roles).toBe(Role.Admin);
    expect((await byNumber(202, { asCashier: true })).answer.user.roles).toBe(Role.Cashier);

    expect(desk.alerts).toEqual(['pin.locked']);
    const audited = await desk.db.selectFrom('whole_audit').selectAll().where('subject', '=', 'staff:202').orderBy('id').execute();
    expect(audited.at(-1)).toMatchObject({ action: 'pin.locked', device: device.id });

    desk.systemClock.pass(3_600_000);
    await expect(guess('1357', device)).resolves.toBeDefined();
  });

  it('limits guesses at one device to thirty an hour over all users, until an Admin unlocks it', async () => {
    const { device } = await enrolRegister(desk, 'Sprayer');
    const before = desk.alerts.length;
    const outcomes: unknown[] = [];
    for (let turn = 0; turn < 1_000; turn += 1) {
      const outcome = await guess(`${9_000 - turn}`.padStart(4, '0'), device).catch((error: { code: string }) => error.code);
      outcomes.push(outcome);
      await desk.lookups.forgive(device.id);
    }
    expect(outcomes.filter((one) => one === 'pin_wrong')).toHaveLength(10);
    expect(outcomes.filter((one) => one === 'too_many_attempts')).toHaveLength(990);
    // the user's PIN, then all PINs at the device: once each, however many attempts follow
    expect(desk.alerts.slice(before)).toEqual(['pin.locked', 'pin.locked']);
    const ofDevice = desk.db.selectFrom('whole_audit').select(['action', 'after', 'device']).where('subject', '=', `device:${device.id}`);
    expect(await ofDevice.where('action', '=', 'pin.locked').execute()).toEqual([
      { action: 'pin.locked', after: { attempts: 30 }, device: device.id },
    ]);
    expect(await desk.auth.pins.unlock(202, { id: 'test', site: null, device: null, requestId: 'request' })).toBe(1);
    // the device has used up its attempts of the hour
    await expect(guess('1357', device)).rejects.toMatchObject({ status: 429 });
    expect((await guess('1357', (await enrolRegister(desk, 'Another')).device)).answer.user.roles).toBe(Role.Admin);
  });
});

describe('sign-in by username', () => {
  const byName = (username: string, password: string, ip = '127.0.0.1') =>
    desk.auth.signIn.user({ username, password }, { ...callerAt(null), ip });

  it('takes the name in any case, and leaves the location to be chosen', async () => {
    const { answer } = await byName('PRIYA', 'sparkle-priya-103');
    expect(answer).toMatchObject({
      user: { userid: '103', roles: Role.User | Role.SalesManager },
      site: null,
      locationId: null,
      terminal: null,
    });
  });

  it('at an enrolled device works at the device’s site', async () => {
    const { answer } = await desk.auth.signIn.user({ username: 'priya', password: 'sparkle-priya-103' }, callerAt(register));
    expect(answer).toMatchObject({ site: 12, terminal: 'Washcashier1' });
  });

  it('answers a wrong password and an unknown name alike', async () => {
    const failed = { status: 401, code: 'login_failed', message: 'Failed to Login Employee' };
    await expect(byName('priya', 'wrong')).rejects.toMatchObject(failed);
    await expect(byName('nobody', 'sparkle-priya-103')).rejects.toMatchObject(failed);
  });
});

describe('wrong passwords', () => {
  const right = { username: 'priya', password: 'sparkle-priya-103' };
  let quick: TestDesk;
  let device: EnrolledDevice;
  beforeAll(async () => {
    quick = await openTestDesk([], quickHasher);
    await quick.staff.add({ employeeNumber: 103, name: 'Priya Raman', roles: Role.User, ...right });
    ({ device } = await enrolRegister(quick));
  });
  afterAll(() => quick.database.stop());

  const byName = (username: string, password: string, ip: string, at: EnrolledDevice | null = null) =>
    quick.auth.signIn.user({ username, password }, { ...callerAt(at), ip });
  const attempt = (name: string, ip: string) =>
    byName(name, 'Winter2026!', ip).then(
      () => 'signed in',
      (error: { code: string }) => error.code,
    );

  it('lock a name for an address that guesses, and for that address only', async () => {
    await Promise.all(Array.from({ length: 10 }, () => attempt('priya', '10.0.0.9')));
    await expect(byName('Priya', right.password, '10.0.0.9')).rejects.toMatchObject({ status: 429 });
    await expect(byName('priya', right.password, '10.0.0.10')).resolves.toBeDefined();
  });

  it('tried on every user from one address are refused after twenty in a minute; another device still signs in', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, turn) => attempt(`name-${turn}`, '10.0.0.20')));
    expect(answers.filter((code) => code === 'login_failed').length).toBeLessThanOrEqual(20);
    expect(answers.filter((code) => code === 'too_many_attempts').length).toBeGreaterThanOrEqual(30);
    expect((await byName(right.username, right.password, '10.0.0.20', device)).answer.site).toBe(12);
  });

  it('from many addresses at once leave an enrolled device its turn', async () => {
    const flood = Array.from({ length: 300 }, (_, turn) => attempt(`guessed-${turn}`, `10.${turn % 20}.0.${turn}`));
    const began = performance.now();
    await byName(right.username, right.password, '127.0.0.1', device);
    const waited = performance.now() - began;
    const answers = await Promise.all(flood);
    expect(answers.filter((code) => code === 'too_many_attempts').length).toBeGreaterThanOrEqual(190);
    expect(performance.now() - began).toBeGreaterThan(waited);
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
      locationId: 'tml_Merrillville27',
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
