import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { atLeastRole } from '@washdesk/contracts/endpoint';
import { Role } from '@washdesk/rules/company/roles';
import { sizeOf } from '@washdesk/test-support/sizes';
import type { CallToApprove, EnrolledDevice, Principal } from '../../../../common/caller.ts';
import { callerAt, enrolRegister, openTestDesk, type TestDesk } from '../desk.fixture.ts';
import type { RequestToApprove } from './step-up.service.ts';

let desk: TestDesk;
let register: EnrolledDevice;
let cashier: Principal;
let registers = 0;

const pin = '471147';

beforeAll(async () => {
  desk = await openTestDesk();
  const priya = { employeeNumber: 103, name: 'Priya Raman', roles: Role.User | Role.SalesManager };
  await desk.staff.add({ ...priya, username: 'priya', password: 'sparkle-priya-103' });
  await desk.staff.setPin(103, pin);
  await desk.staff.add({ employeeNumber: 3242, name: 'Alex Moreau', roles: Role.User });
  await desk.staff.setPin(3242, '324232');
});
afterAll(() => desk.database.stop());
// a separate register for every test, because lookups are counted
beforeEach(async () => {
  registers += 1;
  register = (await enrolRegister(desk, `Register ${registers}`)).device;
  const { answer } = await desk.auth.signIn.employee({ employee: 201 }, callerAt(register));
  cashier = { ...(await desk.auth.principalOf(answer.accessToken))!, requestId: 'request' };
});

const refund = (more: Partial<RequestToApprove> = {}): RequestToApprove => ({
  endpoint: 'refundCharge',
  key: randomUUID(),
  request: { params: { chargeId: 'ch_1' }, query: undefined, body: { amount: 1_250, notes: 'Scratched' } },
  access: atLeastRole('User'),
  amount: 1_250,
  ...more,
});

type Credentials = Parameters<TestDesk['auth']['stepUps']['approve']>[3];
const byPin = (employee = 103, digits = pin): Credentials => ({ employee, pin: digits });

const approve = (action: RequestToApprove, credentials = byPin(), by = cashier) =>
  desk.auth.stepUps.approve(by, callerAt(register, by), action, credentials);
const use = (token: string, call: CallToApprove, by = cashier) => desk.auth.approvals.use(token, by, call);
const invalid = { status: 403, code: 'approval_invalid' };

const auditOf = (key: string) =>
  desk.db
    .selectFrom('whole_audit')
    .selectAll()
    .where(sql`after->>'key'`, '=', key)
    .execute();

describe('an approval', () => {
  it("gives the caller both persons' roles for the call, and says whose approval it was", async () => {
    const action = refund();
    const { approval, approver } = await approve(action);
    expect(approver).toEqual({ id: '103', name: 'Priya Raman' });
    expect(approval.expires).toEqual(new Date(desk.systemClock.now().getTime() + 60_000));
    expect(await use(approval.token, action)).toEqual({
      ...cashier,
      roles: Role.Cashier | Role.User | Role.SalesManager,
      approver: { id: '103', name: 'Priya Raman', roles: Role.User | Role.SalesManager },
    });
  });

  it('is in the audit with both ids and the amount, and its token is nowhere', async () => {
    const action = refund();
    const { approval } = await approve(action);
    expect(await auditOf(action.key)).toMatchObject([
      {
        actor: '201',
        approver: '103',
        action: 'stepup.approved',
        subject: 'call:refundCharge',
        device: register.id,
        site: 12,
        request_id: 'request',
        after: { amount: 1_250, params: { chargeId: 'ch_1' }, approval: approval.id },
      },
    ]);
    const { rows } = await desk.database.raw.query(
      'select to_jsonb(approval)::text || (select json_agg(audit)::text from audit) as text from approval',
    );
    expect(JSON.stringify(rows)).not.toContain(approval.token);
  });

  it('may be used again under its own key, for an answer that got lost', async () => {
    const action = refund();
    const { approval } = await approve(action);
    await use(approval.token, action);
    await expect(use(approval.token, action)).resolves.toMatchObject({ approver: { id: '103' } });
  });

  it('is for one key: a call with another key is refused, also at the same time', async () => {
    const action = refund();
    const { approval } = await approve(action);
    const uses = await Promise.allSettled([use(approval.token, action), use(approval.token, { ...action, key: randomUUID() })]);
    expect(uses).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected', reason: invalid }]);
  });

  it('is for its own session, contract and token only', async () => {
    const action = refund();
    const { approval } = await approve(action);
    await expect(use(approval.token, action, { ...cashier, session: randomUUID() })).rejects.toMatchObject(invalid);
    await expect(use(approval.token, { ...action, endpoint: 'openRefund' })).rejects.toMatchObject(invalid);
    await expect(use(`${approval.token}A`, action)).rejects.toMatchObject(invalid);
    await expect(use('nothing', action)).rejects.toMatchObject(invalid);
  });

  it('is for exactly its request: no other amount, text, parameter or missing field will do', async () => {
    const action = refund();
    const { approval } = await approve(action);
    const others = fc.record(
      { amount: fc.integer({ min: 1, max: 3_000 }), notes: fc.string(), description: fc.string(), chargeId: fc.string() },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(others, async ({ chargeId = 'ch_1', ...body }) => {
        const request = { params: { chargeId }, query: undefined, body };
        fc.pre(JSON.stringify(request) !== JSON.stringify(action.request));
        await expect(use(approval.token, { ...action, request })).rejects.toMatchObject(invalid);
      }),
      { numRuns: sizeOf('money').payments },
    );
    await expect(use(approval.token, action)).resolves.toMatchObject({ id: '201' });
  });

  it('ends after 60 seconds', async () => {
    const action = refund();
    const { approval } = await approve(action);
    desk.systemClock.pass(59_999);
    const other = refund();
    const { approval: young } = await approve(other);
    await expect(use(approval.token, action)).resolves.toMatchObject({ id: '201' });
    desk.systemClock.pass(1);
    await expect(use(approval.token, action)).rejects.toMatchObject({ ...invalid, message: expect.stringContaining('expired') });
    await expect(use(young.token, other)).resolves.toMatchObject({ id: '201' });
  });

  it('answers for the action that was begun with it however late, and begins none', async () => {
    const [action, unused] = [refund(), refund()];
    const [{ approval }, { approval: neverUsed }] = await Promise.all([approve(action), approve(unused)]);
    await use(approval.token, action);
    desk.begun.add(action.key);
    desk.begun.add(unused.key);
    desk.systemClock.pass(3_600_000);
    await expect(use(approval.token, action)).resolves.toMatchObject({ approver: { id: '103' } });
    await expect(use(neverUsed.token, unused)).rejects.toMatchObject(invalid);
  });
});

describe('the approving user', () => {
  const wrong = { status: 403, code: 'approver_wrong', message: 'This sign-in is incorrect' };

  it.each<[string, Credentials]>([
    ['a wrong PIN', byPin(103, '0000')],
    ['a person without a PIN', byPin(201)],
    ['an unknown number', byPin(9_999)],
    ['a former employee', byPin(299)],
    ['a wrong password', { username: 'priya', password: 'nonsense' }],
    ['an unknown name', { username: 'nobody', password: 'nonsense' }],
  ])('is refused alike: %s', async (_what, credentials) => {
    const action = refund();
    await expect(approve(action, credentials)).rejects.toMatchObject(wrong);
    expect(await auditOf(action.key)).toMatchObject([{ action: 'stepup.refused', actor: '201', approver: null, why: 'approver_wrong' }]);
  });

  it('may also give username and password, at a browser that is not enrolled', async () => {
    const action = refund();
    const credentials = { username: 'PRIYA', password: 'sparkle-priya-103' };
    const given = await desk.auth.stepUps.approve(cashier, callerAt(null, cashier), action, credentials);
    expect(given.approver).toEqual({ id: '103', name: 'Priya Raman' });
    const unenrolled = desk.auth.stepUps.approve(cashier, callerAt(null, cashier), action, byPin());
    await expect(unenrolled).rejects.toMatchObject({ status: 403, code: 'device_required' });
  });

  it('must hold the role by himself', async () => {
    const action = refund({ access: atLeastRole('SalesManager') });
    const refused = approve(action, byPin(3242, '324232'));
    await expect(refused).rejects.toMatchObject({
      status: 403,
      code: 'forbidden',
      message: 'Alex Moreau can’t approve this. It requires SalesManager or above',
    });
    expect(await auditOf(action.key)).toMatchObject([{ action: 'stepup.refused', actor: '201', approver: '3242', why: 'forbidden' }]);
  });

  it('is another user', async () => {
    const { answer } = await desk.auth.signIn.employee({ employee: 103, asCashier: true }, callerAt(register));
    const priya = { ...(await desk.auth.principalOf(answer.accessToken))!, requestId: 'request' };
    const action = refund();
    await expect(approve(action, byPin(), priya)).rejects.toMatchObject({ status: 403, code: 'approver_same' });
    expect(await auditOf(action.key)).toMatchObject([{ actor: '103', approver: '103', why: 'approver_same' }]);
  });

  it('counts wrong PINs of a person at this device, and not at another one', async () => {
    const guesses = Array.from({ length: 10 }, () => approve(refund(), byPin(3242, '0000')));
    for (const guess of await Promise.allSettled(guesses)) expect(guess).toMatchObject({ status: 'rejected' });
    for (let turn = 0; turn < 10; turn += 1) await desk.lookups.forgive(register.id);
    await expect(approve(refund(), byPin(3242, '324232'))).rejects.toMatchObject({ status: 429, code: 'too_many_attempts' });
    const { device } = await enrolRegister(desk, 'Register far away');
    const elsewhere = desk.auth.stepUps.approve(cashier, callerAt(device, cashier), refund(), byPin(3242, '324232'));
    expect((await elsewhere).approver.id).toBe('3242');
  });

  it('cannot be guessed at one device, over all users', async () => {
    const guesses = Array.from({ length: 10 }, (_, i) => approve(refund(), byPin(8_000 + i, '0000')));
    for (const guess of await Promise.allSettled(guesses)) expect(guess).toMatchObject({ status: 'rejected', reason: wrong });
    await expect(approve(refund())).rejects.toMatchObject({ status: 429 });
  });
});
