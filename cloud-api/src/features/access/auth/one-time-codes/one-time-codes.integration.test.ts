import { Secret } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { atLeastRole } from '@washdesk/contracts/endpoint';
import { Role } from '@washdesk/rules/company/roles';
import type { Caller, EnrolledDevice, Principal } from '../../../../common/caller.ts';
import { createAuth } from '../create-auth.ts';
import { callerAt, enrolRegister, openTestDesk, type TestDesk } from '../desk.fixture.ts';
import { resetCodes } from './one-time-codes.ts';
import { codeAt } from './totp.ts';

let desk: TestDesk;
let register: EnrolledDevice;
let registers = 0;

const pin = '471147';
const password = 'sparkle-priya-103';
const byName = { username: 'priya', password };
const byPin = { employee: 103, pin };

const required = { status: 403, code: 'code_required' };
const wrong = { status: 403, code: 'code_wrong' };
const setup = { status: 403, code: 'code_setup_required' };

beforeAll(async () => {
  desk = await openTestDesk(['Admin', 'SupportCenter']);
  await desk.staff.add({ employeeNumber: 103, name: 'Priya Raman', roles: Role.Cashier | Role.SupportCenter, ...byName });
  await desk.staff.setPin(103, pin);
  await desk.staff.add({ employeeNumber: 3242, name: 'Alex Moreau', roles: Role.SalesManager });
  await desk.staff.setPin(3242, '324232');
});
afterAll(() => desk.database.stop());
// no one has codes yet, at a register without attempts
beforeEach(async () => {
  registers += 1;
  register = (await enrolRegister(desk, `Register ${registers}`)).device;
  await resetCodes({ ...desk, sessionEnds: desk.auth.sessionEnds }, 103, { id: 'test', site: null, device: null, requestId: 'request' });
  await desk.auth.pins.unlock(103, { id: 'test', site: null, device: null, requestId: 'request' });
});

const nobody = callerAt(null);
const user = (code?: string, caller: Caller = nobody) => desk.auth.signIn.user({ ...byName, code }, caller);
const atRegister = (code?: string) => desk.auth.signIn.employee({ ...byPin, code }, callerAt(register));
const codeOf = (secret: string, ms = 0): string => codeAt(Secret.fromBase32(secret).bytes, new Date(desk.systemClock.now().getTime() + ms));
const nextStep = () => desk.systemClock.pass(30_000);

/** @returns the secret, and the result of its first code */
async function setUp(caller: Caller = nobody) {
  const { secret } = await desk.auth.signIn.setUpCode(byName, caller);
  const first = await desk.auth.signIn.confirmCode(byName, codeOf(secret), caller);
  nextStep();
  return { secret, ...first };
}

const auditOf = async (action: string) =>
  desk.db.selectFrom('whole_audit').selectAll().where('action', '=', action).where('subject', '=', 'staff:103').orderBy('id').execute();

describe('setting up', () => {
  it('is asked for behind the password and behind the PIN, and confirmed by the first code, which signs in', async () => {
    await expect(user()).rejects.toMatchObject(setup);
    await expect(atRegister()).rejects.toMatchObject(setup);
    await expect(user('123456')).rejects.toMatchObject(setup);
    const { secret, uri } = await desk.auth.signIn.setUpCode(byPin, callerAt(register));
    expect(uri).toBe(`otpauth://totp/Washdesk:Priya%20Raman?issuer=Washdesk&secret=${secret}&algorithm=SHA1&digits=6&period=30`);
    await expect(user(codeOf(secret))).rejects.toMatchObject(setup);
    const { session, recoveryCodes } = await desk.auth.signIn.confirmCode(byPin, codeOf(secret), callerAt(register));
    expect(recoveryCodes).toHaveLength(10);
    expect(await desk.auth.principalOf(session.answer.accessToken)).toMatchObject({ id: '103', device: register.id });
    expect(await auditOf('one-time-code.set-up')).toMatchObject([{ actor: '103', device: register.id, site: 12, request_id: 'request' }]);
  });

  it('needs the password or PIN itself, and a right code', async () => {
    const failed = { status: 401, code: 'login_failed' };
    await expect(desk.auth.signIn.setUpCode({ ...byName, password: 'wrong' }, nobody)).rejects.toMatchObject(failed);
    await expect(desk.auth.signIn.setUpCode(byPin, nobody)).rejects.toMatchObject({ code: 'device_required' });
    await desk.auth.signIn.setUpCode(byName, nobody);
    await expect(desk.auth.signIn.confirmCode(byName, '000000', nobody)).rejects.toMatchObject(wrong);
    await expect(desk.auth.signIn.confirmCode({ ...byName, password: 'wrong' }, '000000', nobody)).rejects.toMatchObject(failed);
  });

  it('is done once: neither a password thief nor a second tab replaces a confirmed secret', async () => {
    const { secret } = await setUp();
    await expect(desk.auth.signIn.setUpCode(byName, nobody)).rejects.toMatchObject({ status: 409, code: 'code_already_set' });
    await expect(desk.auth.signIn.confirmCode(byName, codeOf(secret), nobody)).rejects.toMatchObject({ code: 'code_already_set' });
  });

  it('of one secret by two at the same time gives recovery codes to one of them', async () => {
    const { secret } = await desk.auth.signIn.setUpCode(byName, nobody);
    const both = await Promise.allSettled([1, 2].map(() => desk.auth.signIn.confirmCode(byName, codeOf(secret), nobody)));
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('is not for people whose roles need no codes', async () => {
    const alex = { employee: 3242, pin: '324232' };
    expect((await desk.auth.signIn.employee(alex, callerAt(register))).answer.user.roles).toBe(Role.SalesManager);
    await expect(desk.auth.signIn.setUpCode(alex, callerAt(register))).rejects.toMatchObject({ status: 409, code: 'code_not_needed' });
  });

  it('leaves neither the secret nor a recovery code in the database as it is', async () => {
    const { secret, recoveryCodes } = await setUp();
    const { rows } = await desk.database.raw.query(
      `select encode(secret, 'escape') || encode(secret, 'hex') || (select string_agg(encode(hash, 'escape'), '') from recovery_code)
         || (select json_agg(audit)::text from audit) as text from one_time_code`,
    );
    const text = JSON.stringify(rows);
    for (const shown of [secret, Buffer.from(Secret.fromBase32(secret).bytes).toString('hex'), ...recoveryCodes])
      expect(text).not.toContain(shown);
  });
});

describe('a sign-in with one-time codes', () => {
  it('takes the next code, behind password and PIN, and none is used twice', async () => {
    const { secret } = await setUp();
    await expect(user()).rejects.toMatchObject({ ...required, details: { name: 'Priya Raman' } });
    await expect(atRegister()).rejects.toMatchObject(required);
    const code = codeOf(secret);
    expect((await user(code)).answer.user.roles).toBe(Role.Cashier | Role.SupportCenter);
    await expect(user(code)).rejects.toMatchObject(wrong);
    await expect(atRegister(code)).rejects.toMatchObject(wrong);
    nextStep();
    expect((await atRegister(codeOf(secret))).answer.site).toBe(12);
  });

  it('is one of many at the same time with the same code', async () => {
    const { secret } = await setUp();
    const code = codeOf(secret);
    const signedIn = await Promise.allSettled(Array.from({ length: 8 }, () => user(code)));
    expect(signedIn.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('takes the code before and after, but none before the last that was used', async () => {
    const { secret } = await setUp();
    nextStep();
    nextStep();
    await expect(user(codeOf(secret, 60_000))).rejects.toMatchObject(wrong);
    await expect(user(codeOf(secret, -60_000))).rejects.toMatchObject(wrong);
    await expect(user(codeOf(secret, 30_000))).resolves.toBeDefined();
    await expect(user(codeOf(secret))).rejects.toMatchObject(wrong);
    await expect(user(codeOf(secret, -30_000))).rejects.toMatchObject(wrong);
  });

  it('never says that a code was right where the password was wrong, and uses none up', async () => {
    const { secret } = await setUp();
    const code = codeOf(secret);
    await expect(desk.auth.signIn.user({ ...byName, password: 'wrong', code }, nobody)).rejects.toMatchObject({ code: 'login_failed' });
    await expect(user(code)).resolves.toBeDefined();
  });

  it('as a cashier needs none, and has no more than the number alone carries', async () => {
    const { answer } = await desk.auth.signIn.employee({ employee: 103, asCashier: true }, callerAt(register));
    expect(answer.user.roles).toBe(Role.Cashier);
  });

  it('may take a recovery code, each once, which is in the audit with how many are left', async () => {
    const [, { recoveryCodes }] = [null, await setUp()];
    const one = recoveryCodes[3]!.replaceAll('-', '');
    await expect(user(one)).resolves.toBeDefined();
    await expect(user(one)).rejects.toMatchObject(wrong);
    expect((await auditOf('recovery-code.used')).at(-1)).toMatchObject({ actor: '103', after: { left: 9 } });
    const other = recoveryCodes[4]!.replaceAll('-', '');
    const both = await Promise.allSettled([user(other), user(other)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('wrong codes', () => {
  it('are counted per person and device, and outside of devices together; an Admin unlocks', async () => {
    const { secret } = await setUp();
    const guesses = Array.from({ length: 40 }, (_, turn) => user('000000', { ...nobody, ip: `10.0.0.${turn}` }));
    const codes = (await Promise.allSettled(guesses)).map((one) =>
      one.status === 'rejected' ? (one.reason as { code: string }).code : 'in',
    );
    expect(codes.filter((code) => code === 'code_wrong').length).toBeLessThanOrEqual(10);
    for (let turn = 0; turn < 10; turn += 1) await user('000000', { ...nobody, ip: `10.1.0.${turn}` }).catch(() => undefined);
    await expect(user(codeOf(secret), { ...nobody, ip: '10.2.0.1' })).rejects.toMatchObject({ status: 429, code: 'too_many_attempts' });
    // no one is locked out of a register remotely
    expect((await atRegister(codeOf(secret))).answer.user.userid).toBe('103');
    expect(await auditOf('one-time-code.locked')).toMatchObject([{ actor: '103', device: null }]);
    expect(desk.alerts).toContain('one-time-code.locked');
    nextStep();
    await desk.auth.pins.unlock(103, { id: 'test', site: null, device: null, requestId: 'request' });
    await expect(user(codeOf(secret))).resolves.toBeDefined();
  });
});

describe('sessions', () => {
  it('that passed stay passed over refreshes and a choice of location', async () => {
    const { secret } = await setUp();
    const { answer, refresh } = await user(codeOf(secret));
    const next = await desk.auth.sessions.refresh(refresh!.token, nobody);
    expect(await desk.auth.principalOf(next.answer.accessToken)).toMatchObject({ session: answer.sessionId });
    const principal = { ...(await desk.auth.principalOf(next.answer.accessToken))!, requestId: 'request' };
    const { answer: moved } = await desk.auth.sessions.chooseLocation(principal, nobody, 'tml_Joliet00000012');
    expect(await desk.auth.principalOf(moved.accessToken)).toMatchObject({ site: 12 });
  });

  it('that began without a code end when codes are switched on; others do not', async () => {
    const before = createAuth({ ...desk, rolesWithCodes: [], alert: () => undefined, operations: { stateOf: async () => null } });
    const [priya, alex] = await Promise.all([
      before.signIn.user(byName, nobody),
      before.signIn.employee({ employee: 3242, pin: '324232' }, callerAt(register)),
    ]);
    expect(await before.principalOf(priya.answer.accessToken)).not.toBeNull();
    expect(await desk.auth.principalOf(priya.answer.accessToken)).toBeNull();
    expect(await desk.auth.principalOf(alex.answer.accessToken)).toMatchObject({ id: '3242' });
    await expect(desk.auth.sessions.refresh(priya.refresh!.token, nobody)).rejects.toMatchObject({ status: 403, code: 'session_ended' });
    const { answer } = await desk.auth.sessions.refresh(alex.refresh!.token, callerAt(register));
    expect(answer.user.userid).toBe('3242');
    const audit = await desk.db
      .selectFrom('whole_audit')
      .selectAll()
      .where('subject', '=', `session:${priya.answer.sessionId}`)
      .orderBy('id')
      .execute();
    expect(audit).toMatchObject([
      { action: 'session.started', after: { withCode: false } },
      { action: 'session.ended', why: 'one-time codes are now required' },
    ]);
  });

  it('end with a reset, after which new codes are set up behind the password', async () => {
    const { secret, recoveryCodes } = await setUp();
    const { answer } = await user(codeOf(secret));
    const admin = { id: '1', site: 12, requestId: 'request' } as Principal;
    expect(await resetCodes({ ...desk, sessionEnds: desk.auth.sessionEnds }, 103, admin)).toBe(true);
    expect(await desk.auth.principalOf(answer.accessToken)).toBeNull();
    expect((await auditOf('one-time-code.reset')).at(-1)).toMatchObject({ actor: '1', request_id: 'request' });
    nextStep();
    await expect(user(codeOf(secret))).rejects.toMatchObject(setup);
    await setUp();
    await expect(user(recoveryCodes[0]!.replaceAll('-', ''))).rejects.toMatchObject(wrong);
  });
});

describe('an approval by a user whose roles need codes', () => {
  let keys = 0;
  async function cashierAt(device: EnrolledDevice): Promise<Principal> {
    const { answer } = await desk.auth.signIn.employee({ employee: 201 }, callerAt(device));
    return { ...(await desk.auth.principalOf(answer.accessToken))!, requestId: 'request' };
  }
  const refund = () => {
    keys += 1;
    const request = { params: { chargeId: 'ch_1' }, query: undefined, body: { amount: 1_250 } };
    return { endpoint: 'refundCharge', key: `key-of-refund-${keys}`, request, access: atLeastRole('User'), amount: 1_250 };
  };
  const approve = (by: Principal, code?: string, device: EnrolledDevice | null = register) =>
    desk.auth.stepUps.approve(by, callerAt(device, by), refund(), device ? { ...byPin, code } : { ...byName, code });

  it('takes a code, after which the PIN alone does for ten minutes of that session at that device', async () => {
    const { secret } = await setUp();
    const cashier = await cashierAt(register);
    await expect(approve(cashier)).rejects.toMatchObject(required);
    await expect(approve(cashier, '000000')).rejects.toMatchObject(wrong);
    expect((await approve(cashier, codeOf(secret))).approver.id).toBe('103');
    expect((await approve(cashier)).approver.id).toBe('103');
    await expect(approve(await cashierAt(register))).rejects.toMatchObject(required);
    desk.systemClock.pass(600_000);
    // approvals without a code do not extend it
    await expect(approve(cashier)).rejects.toMatchObject(required);
  });

  it('takes one each time in a browser that is not enrolled', async () => {
    const { secret } = await setUp();
    const { answer } = await desk.auth.sessions.start(
      {
        kind: 'staff',
        principal: '201',
        employee: 201,
        name: 'Luis Barrera',
        roles: Role.Cashier,
        device: null,
        site: 12,
        terminal: null,
        codePassed: null,
        pinPassed: null,
      },
      callerAt(null),
    );
    const cashier = { ...(await desk.auth.principalOf(answer.accessToken))!, requestId: 'request' };
    await expect(approve(cashier, codeOf(secret), null)).resolves.toBeDefined();
    await expect(approve(cashier, undefined, null)).rejects.toMatchObject(required);
  });

  it('is not to be had before codes are set up, nor from the memory of those before a reset', async () => {
    const cashier = await cashierAt(register);
    await expect(approve(cashier)).rejects.toMatchObject(setup);
    const { secret } = await setUp();
    await approve(cashier, codeOf(secret));
    await resetCodes({ ...desk, sessionEnds: desk.auth.sessionEnds }, 103, { id: 'test', site: null, device: null, requestId: 'request' });
    await expect(approve(cashier)).rejects.toMatchObject(setup);
    nextStep();
    await setUp();
    await expect(approve(cashier)).rejects.toMatchObject(required);
  });

  it('uses no code up where the approver may not approve anyway', async () => {
    const { secret } = await setUp();
    const cashier = await cashierAt(register);
    const code = codeOf(secret);
    const above = { ...refund(), access: atLeastRole('Admin') };
    await expect(desk.auth.stepUps.approve(cashier, callerAt(register, cashier), above, { ...byPin, code })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(approve(cashier, code)).resolves.toBeDefined();
  });
});
