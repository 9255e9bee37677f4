import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import type { Principal } from '../../../../common/caller.ts';
import { callerAt, enrolRegister, openTestDesk, type TestDesk } from '../desk.fixture.ts';
import { rotationGraceMs } from './session.ts';

let desk: TestDesk;
let heard: string[];
let stopListening: () => void;

beforeAll(async () => {
  desk = await openTestDesk();
  await desk.staff.add({ employeeNumber: 103, name: 'Priya Raman', roles: Role.SalesManager });
});
afterAll(() => desk.database.stop());
beforeEach(() => {
  heard = [];
  stopListening?.();
  stopListening = desk.auth.openSessions.onEnded((session) => heard.push(session));
});

const nobody = callerAt(null);
const ended = { status: 403, code: 'session_ended' };

async function signedIn(roles: number = Role.SalesManager, replaces?: string) {
  const of = {
    kind: 'staff' as const,
    principal: '103',
    employee: 103,
    name: 'Priya Raman',
    roles,
    device: null,
    site: null,
    terminal: null,
    codePassed: null,
    pinPassed: null,
  };
  const { answer, refresh } = await desk.auth.sessions.start(of, callerAt(null), replaces);
  return { id: answer.sessionId, accessToken: answer.accessToken, token: refresh?.token ?? '' };
}

async function principalOf(accessToken: string): Promise<Principal> {
  const principal = await desk.auth.principalOf(accessToken);
  if (!principal) throw new Error('Token has no principal');
  return { ...principal, requestId: 'request' };
}

/** Returns the audit rows of a session after its sign-in. */
const auditOf = (session: string) =>
  desk.db
    .selectFrom('whole_audit')
    .selectAll()
    .where('subject', '=', `session:${session}`)
    .where('action', '<>', 'session.started')
    .orderBy('id')
    .execute();

describe('refreshing', () => {
  it('exchanges the token and keeps the session', async () => {
    const { id, token } = await signedIn();
    const next = await desk.auth.sessions.refresh(token, nobody);
    expect(next.answer.sessionId).toBe(id);
    expect(next.refresh?.token).not.toBe(token);
    expect(await desk.auth.principalOf(next.answer.accessToken)).toMatchObject({ session: id, roles: Role.SalesManager });
  });

  it('keeps tokens as hashes only', async () => {
    const { id, token } = await signedIn();
    const rows = await desk.db.selectFrom('refresh_token').selectAll().where('session', '=', id).execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.hash.toString('base64url')).not.toContain(token);
  });

  it('of twenty at once yields one successor', async () => {
    const { id, token } = await signedIn();
    const all = await Promise.all(Array.from({ length: 20 }, () => desk.auth.sessions.refresh(token, nobody)));
    expect(new Set(all.map(({ refresh }) => refresh?.token)).size).toBe(1);
    expect(await desk.db.selectFrom('refresh_token').selectAll().where('session', '=', id).execute()).toHaveLength(2);
  });

  it('answers the previous token with the same successor for 30 s', async () => {
    const { token } = await signedIn();
    const first = await desk.auth.sessions.refresh(token, nobody);
    desk.systemClock.pass(rotationGraceMs);
    const again = await desk.auth.sessions.refresh(token, nobody);
    expect(again.refresh?.token).toBe(first.refresh?.token);
  });

  it('takes later use for theft: the session ends for both and the audit says so', async () => {
    const { id, token, accessToken } = await signedIn();
    const { refresh } = await desk.auth.sessions.refresh(token, nobody);
    await principalOf(accessToken);
    desk.systemClock.pass(rotationGraceMs + 1);
    await expect(desk.auth.sessions.refresh(token, nobody)).rejects.toMatchObject(ended);

    await expect(desk.auth.sessions.refresh(refresh?.token ?? '', nobody)).rejects.toMatchObject(ended);
    expect(await desk.auth.principalOf(accessToken)).toBeNull();
    expect(new Set(heard)).toEqual(new Set([id]));
    expect(await auditOf(id)).toMatchObject([{ action: 'session.family-revoked', actor: '103', request_id: 'request' }]);
  });

  it('never moves the end of the session', async () => {
    let { token } = await signedIn();
    for (let hour = 0; hour < 11; hour += 1) {
      desk.systemClock.pass(3_600_000);
      token = (await desk.auth.sessions.refresh(token, nobody)).refresh?.token ?? '';
    }
    const last = await desk.auth.sessions.refresh(token, nobody);
    expect(last.refresh?.maxAgeSeconds).toBe(3_600);
    desk.systemClock.pass(3_600_000);
    await expect(desk.auth.sessions.refresh(last.refresh?.token ?? '', nobody)).rejects.toMatchObject(ended);
  });

  it.each(['', 'never given out', "' or 1=1 --", '\u{1F697}'.repeat(50)])('refuses %j', async (token) => {
    await expect(desk.auth.sessions.refresh(token, nobody)).rejects.toMatchObject(ended);
  });
});

describe("a device's session", () => {
  it("is refreshed only together with that device's cookie, and ends if that is tried without it", async () => {
    const [one, two] = [await enrolRegister(desk, 'Register 1'), await enrolRegister(desk, 'Register 2')];
    const signIn = async () => (await desk.auth.signIn.employee({ employee: 201 }, callerAt(one.device))).refresh?.token ?? '';
    const next = await desk.auth.sessions.refresh(await signIn(), callerAt(one.device));
    expect(await desk.auth.principalOf(next.answer.accessToken)).toMatchObject({ device: one.device.id });

    for (const elsewhere of [nobody, callerAt(two.device)]) {
      const token = await signIn();
      await expect(desk.auth.sessions.refresh(token, elsewhere)).rejects.toMatchObject(ended);
      await expect(desk.auth.sessions.refresh(token, callerAt(one.device))).rejects.toMatchObject(ended);
    }
    expect(heard).toHaveLength(2);
    expect(await auditOf(heard[0] ?? '')).toMatchObject([
      { action: 'session.family-revoked', why: 'a refresh token was used away from its device' },
    ]);
  });
});

describe('ending', () => {
  it('by the access token or by the refresh token signs out, tells listeners and may be repeated', async () => {
    const one = await signedIn();
    const principal = await principalOf(one.accessToken);
    expect(await desk.auth.sessions.end(one.id, callerAt(null, principal), undefined)).toEqual({ own: true });
    expect(await desk.auth.principalOf(one.accessToken)).toBeNull();
    expect(new Set(heard)).toEqual(new Set([one.id]));

    expect(await desk.auth.sessions.end(one.id, nobody, one.token)).toEqual({ own: true });
    await expect(desk.auth.sessions.refresh(one.token, nobody)).rejects.toMatchObject(ended);
  });

  it('of another takes an Admin, and is audited', async () => {
    const [one, manager, admin] = await Promise.all([signedIn(), signedIn(Role.SalesManager), signedIn(Role.Admin)]);
    const by = async (token: string) => callerAt(null, await principalOf(token));
    await expect(desk.auth.sessions.end(one.id, nobody, undefined)).rejects.toMatchObject({ status: 401 });
    await expect(desk.auth.sessions.end(one.id, await by(manager.accessToken), manager.token)).rejects.toMatchObject({ status: 403 });
    expect(await desk.auth.principalOf(one.accessToken)).not.toBeNull();

    expect(await desk.auth.sessions.end(one.id, await by(admin.accessToken), admin.token)).toEqual({ own: false });
    expect(await desk.auth.principalOf(one.accessToken)).toBeNull();
    expect(await auditOf(one.id)).toMatchObject([{ action: 'session.ended', actor: '103', before: { principal: '103' } }]);
  });

  it('of the session in use is no slip of an Admin: it has to be said', async () => {
    const admin = await signedIn(Role.Admin);
    const caller = callerAt(null, await principalOf(admin.accessToken));
    await expect(desk.auth.sessions.end(admin.id, caller, admin.token)).rejects.toMatchObject({ status: 409, code: 'session_in_use' });
    expect(await desk.auth.principalOf(admin.accessToken)).not.toBeNull();
    expect(await desk.auth.sessions.end(admin.id, caller, admin.token, true)).toEqual({ own: true });
  });

  it('of a session that never was is 404 to an Admin', async () => {
    const admin = callerAt(null, await principalOf((await signedIn(Role.Admin)).accessToken));
    await expect(desk.auth.sessions.end('0193491a-7c00-7000-8000-000000000009', admin, undefined)).rejects.toMatchObject({ status: 404 });
  });

  it('happens to the session of a browser when another user signs in there', async () => {
    const first = await signedIn();
    await signedIn(Role.Cashier, first.token);
    expect(await desk.auth.principalOf(first.accessToken)).toBeNull();
    expect(new Set(heard)).toEqual(new Set([first.id]));
  });

  it('happens to all sessions of a person whose access changes', async () => {
    const [one, two] = await Promise.all([signedIn(), signedIn()]);
    await desk.staff.setRoles(103, Role.User);
    expect(await desk.auth.principalOf(one.accessToken)).toBeNull();
    await expect(desk.auth.sessions.refresh(two.token, nobody)).rejects.toMatchObject(ended);
    expect(heard).toEqual(expect.arrayContaining([one.id, two.id]));
  });
});

describe('choosing a location', () => {
  const register = {
    id: '0193491a-7c00-7000-8000-000000000002',
    kind: 'register' as const,
    name: 'Register 1',
    site: 12,
    terminal: 'Washcashier1',
  };

  beforeAll(async () => {
    const named = (site: number, name: string) => ({ site, name, type: 'CASHIER', ip_address: null });
    await desk.db
      .insertInto('site_terminal')
      .values([named(27, 'Washcashier2'), named(12, 'Detail1')])
      .execute();
  });

  it('takes no terminal that the site does not have, nor one of another site', async () => {
    const { accessToken } = await signedIn();
    const principal = await principalOf(accessToken);
    for (const terminal of ['Washcashier2', 'Made up', "x' or 1=1"]) {
      await expect(desk.auth.sessions.chooseLocation(principal, nobody, 'tml_Joliet00000012', terminal)).rejects.toMatchObject({
        status: 404,
        code: 'terminal_unknown',
      });
    }
    expect((await principalOf(accessToken)).site).toBeNull();
    const { answer } = await desk.auth.sessions.chooseLocation(principal, nobody, 'tml_Joliet00000012', 'DETAIL1');
    expect(answer.terminal).toBe('Detail1');
  });

  it('gives a token of that place, and so does every later refresh', async () => {
    const { accessToken, token } = await signedIn();
    const moved = await desk.auth.sessions.chooseLocation(await principalOf(accessToken), nobody, 'tml_Merrillville27', 'Washcashier2');
    const place = { site: 27, locationId: 'tml_Merrillville27', terminal: 'Washcashier2' };
    expect(moved.answer).toMatchObject(place);
    expect(await desk.auth.principalOf(moved.answer.accessToken)).toMatchObject(place);
    expect((await desk.auth.sessions.refresh(token, nobody)).answer).toMatchObject(place);
  });

  it('keeps the terminal within a site and drops it with the site', async () => {
    const { accessToken } = await signedIn();
    const first = await desk.auth.sessions.chooseLocation(await principalOf(accessToken), nobody, 'tml_Joliet00000012', 'Detail1');
    const same = await desk.auth.sessions.chooseLocation(await principalOf(first.answer.accessToken), nobody, 'tml_Joliet00000012');
    expect(same.answer.terminal).toBe('Detail1');
    const other = await desk.auth.sessions.chooseLocation(await principalOf(same.answer.accessToken), nobody, 'tml_Merrillville27');
    expect(other.answer.terminal).toBeNull();
  });

  it('refuses a location that is not known', async () => {
    const principal = await principalOf((await signedIn()).accessToken);
    await expect(desk.auth.sessions.chooseLocation(principal, nobody, 'tml_nowhere')).rejects.toMatchObject({
      status: 404,
      code: 'location_unknown',
    });
  });

  it('at an enrolled device stays at its site and its terminal', async () => {
    const principal = await principalOf((await signedIn()).accessToken);
    const caller = callerAt(register, principal);
    await expect(desk.auth.sessions.chooseLocation(principal, caller, 'tml_Merrillville27')).rejects.toMatchObject({
      status: 403,
      code: 'other_site',
    });
    const { answer } = await desk.auth.sessions.chooseLocation(principal, caller, 'tml_Joliet00000012', 'Detail2');
    expect(answer).toMatchObject({ site: 12, terminal: 'Washcashier1' });
  });

  it('does not revive a session that has ended', async () => {
    const { id, accessToken, token } = await signedIn();
    const principal = await principalOf(accessToken);
    await desk.auth.sessions.end(id, nobody, token);
    await expect(desk.auth.sessions.chooseLocation(principal, nobody, 'tml_Joliet00000012')).rejects.toMatchObject({ status: 401 });
  });
});
