import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { callerAt, enrolRegister, openTestDesk, quickHasher, type Person, type TestDesk } from '../auth/desk.fixture.ts';

const password = { username: 'priya', password: 'sparkle-priya-103' };
let desk: TestDesk;
let employees: Person[];
let atEverySite: boolean;

beforeAll(async () => {
  desk = await openTestDesk([], quickHasher);
});
beforeEach(async () => {
  for (const table of ['refresh_token', 'session', 'job', 'staff', 'site_employee'] as const) await desk.db.deleteFrom(table).execute();
  desk.alerts.length = 0;
  desk.changedSettings.shutOutLeavers = false;
  employees = [{ number: 103, firstName: 'Priya', lastName: 'Raman', active: true }];
  atEverySite = false;
  const ofSite = (site: number) => (site === 12 || atEverySite ? employees : []);
  desk.sites.answers = {
    'sitewatch.employee': (site, payload) => ({
      employee: ofSite(site).find(({ number }) => number === (payload as { number: number }).number) ?? null,
    }),
    'sitewatch.employees': (site) => ({ employees: [...ofSite(site), { number: 1, firstName: 'Till', lastName: 'Test', active: true }] }),
  };
  await desk.staff.add({ employeeNumber: 103, name: 'Priya Raman', roles: Role.SalesManager, ...password });
  await desk.staff.setPin(103, '4711');
  await desk.employees.sync(12);
});
afterAll(() => desk.database.stop());

const isNow = (name: string, active = true): void => {
  const [firstName = '', lastName = ''] = name.split('|');
  employees = [{ number: 103, firstName, lastName, active }];
};
const tasks = async () =>
  await desk.db.selectFrom('job').select(['key', 'state', 'last_error as reason']).where('what', '=', 'alert').execute();
const isActive = async () => (await desk.staff.list())[0]?.active;
const byPassword = () => desk.auth.signIn.user(password, callerAt(null));
async function atRegister(pin?: string) {
  const { device } = await enrolRegister(desk, randomUUID());
  const { answer } = await desk.auth.signIn.employee({ employee: 103, pin }, callerAt(device));
  return { name: answer.user.name, roles: answer.user.roles };
}

describe('an employee number that was given again', () => {
  it('gives its new holder a cashier’s rights, no PIN of the former holder, and Admins a task', async () => {
    isNow('Bo|Berg');
    expect(await atRegister()).toEqual({ name: 'Bo Berg', roles: Role.Cashier });
    expect(await atRegister('4711')).toEqual({ name: 'Bo Berg', roles: Role.Cashier });
    expect(await tasks()).toEqual([
      { key: 'employee-name:103:bo berg', state: 'failed', reason: expect.stringContaining('names employee 103 “Bo Berg”') },
    ]);
    expect(desk.alerts).toEqual(['employee-name-differs']);
  });

  it.each(['PRIYA|RAMAN ', 'Raman|Priya', 'Priya|Anjali Raman'])('is still hers as %s', async (name) => {
    isNow(name);
    expect((await atRegister('4711')).roles).toBe(Role.SalesManager);
    expect(await tasks()).toEqual([]);
  });

  it('has all its rights after an Admin confirmed that the name is the same person’s', async () => {
    isNow('Priya|Marlow');
    expect((await atRegister()).roles).toBe(Role.Cashier);
    await desk.staff.decideIdentity(103, 'Priya Marlow', true, 'Ann Admin');
    await desk.staff.decideIdentity(103, 'Priya Marlow', true, 'Ann Admin');
    expect((await atRegister('4711')).roles).toBe(Role.SalesManager);
    expect(await tasks()).toMatchObject([{ state: 'dismissed' }]);
  });

  it('leaves nothing of the former holder to a new one', async () => {
    isNow('Bo|Berg');
    await atRegister();
    await desk.staff.decideIdentity(103, 'Bo Berg', false, 'Ann Admin');
    expect(await desk.staff.list()).toMatchObject([
      { name: 'Bo Berg', roles: Role.Cashier, username: null, hasPin: false, hasPassword: false },
    ]);
    await expect(byPassword()).rejects.toMatchObject({ code: 'login_failed' });
    await expect(desk.staff.decideIdentity(103, 'Cy Cole', false, 'Ann Admin')).rejects.toThrow('has no employee 103 named Cy Cole');
  });

  it('is a cashier’s also where the former holder was deactivated', async () => {
    await desk.staff.setActive(103, false);
    await expect(atRegister()).rejects.toMatchObject({ code: 'login_failed' });
    isNow('Bo|Berg');
    expect((await atRegister()).roles).toBe(Role.Cashier);
  });
});

describe('a person switched off in Sitewatch', () => {
  it('loses password, sessions and refresh at the next sign-in by password', async () => {
    const { refresh } = await byPassword();
    isNow('Priya|Raman', false);
    await expect(byPassword()).rejects.toMatchObject({ code: 'login_failed' });
    await expect(desk.auth.sessions.refresh(refresh!.token, callerAt(null))).rejects.toMatchObject({ code: 'session_ended' });
    expect(await isActive()).toBe(false);
    expect(await tasks()).toMatchObject([{ reason: expect.stringContaining('switched off in Sitewatch and was shut out') }]);
  });

  it('is shut out by the next copy, without signing in', async () => {
    await byPassword();
    isNow('Priya|Raman', false);
    desk.clock.pass(6 * 60_000);
    await desk.employees.syncOld();
    expect(await isActive()).toBe(false);
    expect(await desk.db.selectFrom('session').select('id').where('ended', 'is', null).execute()).toEqual([]);
  });

  it('stays while another site has the person', async () => {
    atEverySite = true;
    await desk.employees.sync(27);
    atEverySite = false;
    isNow('Priya|Raman', false);
    await desk.employees.sync(12);
    expect(await isActive()).toBe(true);
  });

  it('is activated only after Sitewatch has switched the person on', async () => {
    isNow('Priya|Raman', false);
    await desk.employees.sync(12);
    await expect(desk.staff.setActive(103, true)).rejects.toThrow('switched off in Sitewatch');
    isNow('Priya|Raman');
    await desk.employees.sync(12);
    expect(await isActive()).toBe(false);
    await desk.staff.setActive(103, true);
    await expect(byPassword()).resolves.toBeTruthy();
  });

  it('stays as the last Admin, and Admins are told', async () => {
    await desk.staff.setRoles(103, Role.Admin);
    isNow('Priya|Raman', false);
    await desk.employees.sync(12);
    expect(await isActive()).toBe(true);
    expect(await tasks()).toMatchObject([{ key: 'employee-last-admin:103' }]);
  });
});

describe('a person who is in no Sitewatch any more', () => {
  it('is named to Admins once, and by the setting shut out until an Admin activates the person', async () => {
    employees = [];
    await desk.employees.sync(12);
    await desk.employees.sync(12);
    expect(await isActive()).toBe(true);
    expect(await tasks()).toMatchObject([{ key: 'employee-left:103', state: 'failed' }]);
    desk.changedSettings.shutOutLeavers = true;
    await desk.employees.sync(12);
    expect(await isActive()).toBe(false);
    await desk.staff.setActive(103, true);
    await desk.employees.sync(12);
    expect(await isActive()).toBe(true);
  });

  it('ignores office users who were never in Sitewatch', async () => {
    await desk.staff.add({ employeeNumber: 9_001, name: 'Olga Office', roles: Role.Admin });
    desk.changedSettings.shutOutLeavers = true;
    await desk.employees.sync(12);
    expect((await desk.staff.list()).map(({ active }) => active)).toEqual([true, true]);
    expect(await tasks()).toEqual([]);
  });
});
