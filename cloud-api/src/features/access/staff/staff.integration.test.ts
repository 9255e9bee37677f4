import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { openTestDesk, type TestDesk } from '../auth/desk.fixture.ts';
import { StaffProblem } from './staff-rules.ts';

let desk: TestDesk;
beforeAll(async () => {
  desk = await openTestDesk();
  await desk.staff.add({ employeeNumber: 103, name: 'Priya Raman', roles: Role.User, username: 'priya', password: 'sparkle-priya' });
});
afterAll(() => desk.database.stop());

const walter = { employeeNumber: 104, name: 'Walter Kosinski', roles: Role.Auditor };

describe('staff', () => {
  it.each([
    ['a number twice', () => desk.staff.add({ ...walter, employeeNumber: 103 }), 'Employee 103 is already on the staff: Priya Raman'],
    ['a username twice', () => desk.staff.add({ ...walter, username: 'PRIYA', password: 'long enough' }), "The username 'PRIYA' is taken"],
    ['a username alone', () => desk.staff.add({ ...walter, username: 'walter' }), 'Enter both a username and a password'],
    ['a change of an unknown employee', () => desk.staff.setRoles(999, Role.User), 'Employee 999 isn’t on the staff'],
    ['a short password', () => desk.staff.setPassword(103, 'short'), 'A password has 10 to 200 characters'],
  ])('refuses %s and writes nothing', async (_what, change, message) => {
    const rows = () =>
      Promise.all([desk.db.selectFrom('staff').selectAll().execute(), desk.db.selectFrom('whole_audit').select('id').execute()]);
    const before = await rows();
    await expect(change()).rejects.toThrow(new StaffProblem(message));
    expect(await rows()).toEqual(before);
  });

  it('gives a user without a username a password only together with a username', async () => {
    await desk.staff.add(walter);
    await expect(desk.staff.setPassword(104, 'sparkle-walter')).rejects.toThrow('Walter Kosinski also needs a username');
    await desk.staff.setPassword(104, 'sparkle-walter', 'walter');
    expect(await desk.staff.list()).toContainEqual({
      number: 104,
      name: 'Walter Kosinski',
      roles: Role.Auditor,
      username: 'walter',
      active: true,
      hasPassword: true,
      hasPin: false,
    });
  });

  it('leaves no secret and no hash in the audit', async () => {
    await desk.staff.setPin(103, '471147');
    const audit = JSON.stringify(await desk.db.selectFrom('whole_audit').selectAll().execute());
    for (const secret of ['471147', 'sparkle', '$argon2']) expect(audit).not.toContain(secret);
  });
});
