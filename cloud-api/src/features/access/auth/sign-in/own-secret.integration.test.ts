import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import type { EnrolledDevice, Principal } from '../../../../common/caller.ts';
import { callerAt, enrolRegister, openTestDesk, type TestDesk } from '../desk.fixture.ts';

let desk: TestDesk;
let register: EnrolledDevice;
beforeAll(async () => {
  desk = await openTestDesk();
  ({ device: register } = await enrolRegister(desk));
  await desk.staff.add({
    employeeNumber: 103,
    name: 'Priya Raman',
    roles: Role.SalesManager,
    username: 'priya',
    password: 'sparkle-priya-103',
  });
  await desk.staff.setPin(103, '4711', 'Alex Moreau');
});
afterAll(() => desk.database.stop());

const atRegister = (principal: Principal | null = null) => callerAt(register, principal);
const signIn = (pin: string) => desk.auth.signIn.employee({ employee: 103, pin }, atRegister());
const change = (pin: string, secret: string, principal: Principal | null = null) =>
  desk.auth.signIn.changeSecret({ credentials: { employee: 103, pin }, secret }, atRegister(principal));

describe('a PIN that an Admin set', () => {
  it('does not sign in, approves nothing, and tells its owner', async () => {
    await expect(signIn('4711')).rejects.toMatchObject({
      status: 403,
      code: 'secret_change_required',
      message: 'Alex Moreau set this PIN. Choose your own before you sign in, Priya Raman',
      details: { kind: 'pin', setBy: 'Alex Moreau' },
    });
    await expect(signIn('0815')).rejects.toMatchObject({ code: 'pin_wrong' });
    const { answer } = await desk.auth.signIn.employee({ employee: 103, asCashier: true }, atRegister());
    const cashier = { ...(await desk.auth.principalOf(answer.accessToken))!, requestId: 'request' };
    await expect(desk.auth.presence.enter(cashier, atRegister(cashier), '4711')).rejects.toMatchObject({ code: 'secret_change_required' });
    const other = { ...cashier, id: '201', employee: 201 };
    const call = {
      endpoint: 'refundCharge',
      key: 'key',
      request: { params: {}, query: {}, body: {} },
      access: { kind: 'atLeast', role: 'SalesManager' },
      amount: 100,
    } as const;
    await expect(desk.auth.stepUps.approve(other, atRegister(other), call, { employee: 103, pin: '4711' })).rejects.toMatchObject({
      code: 'secret_change_required',
    });
  });

  it('is replaced by the person with it, and only by a good one', async () => {
    await expect(change('4711', '1234')).rejects.toMatchObject({ status: 409, message: expect.stringContaining('too easy to guess') });
    await expect(change('0815', '580231')).rejects.toMatchObject({ code: 'login_failed' });
    await change('4711', '580231');
    await expect(signIn('4711')).rejects.toMatchObject({ code: 'pin_wrong' });
    expect((await signIn('580231')).answer.user.roles).toBe(Role.SalesManager);
    const rows = await desk.db.selectFrom('audit').selectAll().where('action', '=', 'staff.pin-changed').execute();
    expect(rows).toMatchObject([{ actor: '103', subject: 'staff:103', device: register.id }]);
    expect(JSON.stringify(rows)).not.toContain('580231');
  });
});

describe('one’s own secret', () => {
  it('is changed with the current one; other sessions end, this one stays', async () => {
    const [mine, other] = [await signIn('580231'), await signIn('580231')];
    const principal = { ...(await desk.auth.principalOf(mine.answer.accessToken))!, requestId: 'request' };
    await change('580231', '604517', principal);
    expect(await desk.auth.principalOf(mine.answer.accessToken)).not.toBeNull();
    expect(await desk.auth.principalOf(other.answer.accessToken)).toBeNull();
    const password = { credentials: { username: 'priya', password: 'sparkle-priya-103' }, secret: 'another good one' };
    await desk.auth.signIn.changeSecret(password, callerAt(null));
    await expect(desk.auth.signIn.user({ username: 'priya', password: 'another good one' }, callerAt(null))).resolves.toBeDefined();
  });
});

describe('an approval', () => {
  const call = {
    endpoint: 'refundCharge',
    key: 'key-1',
    request: { params: {}, query: {}, body: {} },
    access: { kind: 'atLeast', role: 'SalesManager' },
    amount: 100,
  } as const;
  const given = async (key: string) => {
    const { answer } = await desk.auth.signIn.employee({ employee: 201 }, atRegister());
    const principal = { ...(await desk.auth.principalOf(answer.accessToken))!, requestId: 'request' };
    const { approval } = await desk.auth.stepUps.approve(
      principal,
      atRegister(principal),
      { ...call, key },
      { employee: 103, pin: '604517' },
    );
    return { use: () => desk.auth.approvals.use(approval.token, principal, { ...call, key }) };
  };

  it.each([
    ['is deactivated', async () => desk.staff.setActive(103, false).then(() => desk.staff.setActive(103, true))],
    ['loses the role', async () => desk.staff.setRoles(103, Role.User).then(() => desk.staff.setRoles(103, Role.SalesManager))],
    [
      'is signed out by an Admin',
      async () => desk.db.transaction().execute(async (tx) => void (await desk.auth.sessionEnds.endAll(tx, { employee: 103 }, 'test'))),
    ],
  ])('ends at once when its approver %s', async (what, leave) => {
    const approval = await given(what);
    await leave();
    await expect(approval.use()).rejects.toMatchObject({ status: 403, code: 'approval_invalid' });
  });

  it('holds while the approver stays', async () => {
    const approval = await given('stays');
    await expect(approval.use()).resolves.toMatchObject({ approver: { id: '103' } });
  });
});
