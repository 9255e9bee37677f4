import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerAt, enrolRegister, openTestDesk, type TestDesk } from '../auth/desk.fixture.ts';
import { DeviceService } from './device.service.ts';

let desk: TestDesk;
beforeAll(async () => {
  desk = await openTestDesk();
});
afterAll(() => desk.database.stop());

const admin = { id: '3242', site: null, device: null, requestId: 'request' };
const register = { kind: 'register' as const, name: 'Register 1', site: 12, terminal: 'Washcashier1' };
const tokenOf = (link: string): string => link.slice(link.lastIndexOf('/') + 1);
const auditOf = (subject: string) => desk.db.selectFrom('audit').selectAll().where('subject', '=', subject).orderBy('id').execute();

describe('enrolment links', () => {
  it('have 128 random bits, are kept as a hash, and who made them is audited', async () => {
    const { id, link, expires } = await desk.enrolments.createLink(register, admin);
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:8080\/enrol\/[\w-]{22}$/);
    expect(expires.getTime() - desk.systemClock.now().getTime()).toBe(24 * 3_600_000);
    const row = await desk.db.selectFrom('enrolment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(tokenOf(link));
    expect(await auditOf(`enrolment:${id}`)).toMatchObject([{ actor: '3242', action: 'device.invited', site: 12, request_id: 'request' }]);
  });

  it('work once, for one of twenty browsers that try at the same time', async () => {
    const { link } = await desk.enrolments.createLink(register, admin);
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => desk.enrolments.enrol(tokenOf(link), 'request')));
    const refused = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    expect(refused).toHaveLength(19);
    expect(refused).toEqual(refused.map(() => expect.objectContaining({ status: 410, code: 'link_used' })));
  });

  it('tell what they make of a browser, and stay good', async () => {
    const { link, expires } = await desk.enrolments.createLink(register, admin);
    const preview = await desk.enrolments.preview(tokenOf(link));
    expect(preview).toEqual({ ...register, siteName: expect.stringMatching(/[A-Za-z]/), expires });
    await desk.enrolments.enrol(tokenOf(link), 'request');
    await expect(desk.enrolments.preview(tokenOf(link))).rejects.toMatchObject({ status: 410, code: 'link_used' });
    await expect(desk.enrolments.preview('A'.repeat(22))).rejects.toMatchObject({ status: 404, code: 'link_unknown' });
  });

  it('expire after a day', async () => {
    const { link } = await desk.enrolments.createLink(register, admin);
    desk.systemClock.pass(24 * 3_600_000);
    await expect(desk.enrolments.enrol(tokenOf(link), 'request')).rejects.toMatchObject({ status: 410, code: 'link_expired' });
  });

  it('that were never made are 404, and a site that is not there is refused', async () => {
    await expect(desk.enrolments.enrol('A'.repeat(22), 'request')).rejects.toMatchObject({ status: 404, code: 'link_unknown' });
    await expect(desk.enrolments.createLink({ ...register, site: 99 }, admin)).rejects.toMatchObject({ status: 400 });
  });
});

describe('devices', () => {
  it('are known by their cookie, and when they were seen is noted at most once a minute', async () => {
    const { device, secret } = await enrolRegister(desk);
    expect(device).toMatchObject({ kind: 'register', site: 12, terminal: 'Washcashier1' });
    const seen = desk.clock.now();
    expect((await desk.devices.byId(device.id))?.lastSeen).toEqual(seen);
    // another process, with no cached devices
    const elsewhere = () =>
      new DeviceService({ db: desk.db, clock: desk.clock, sessionEnds: desk.auth.sessionEnds }).deviceOf(secret, '127.0.0.1');
    desk.clock.pass(59_999);
    await elsewhere();
    expect((await desk.devices.byId(device.id))?.lastSeen).toEqual(seen);
    desk.clock.pass(1);
    await elsewhere();
    expect((await desk.devices.byId(device.id))?.lastSeen).toEqual(desk.clock.now());
    expect(await desk.devices.deviceOf(`${secret}x`, '127.0.0.1')).toBeNull();
  });

  it('taken out of service are unknown at once and their sessions end', async () => {
    const { device, secret } = await enrolRegister(desk);
    const { answer, refresh } = await desk.auth.signIn.employee({ employee: 201 }, callerAt(device));
    expect(await desk.auth.principalOf(answer.accessToken)).not.toBeNull();

    const revoked = await desk.devices.revoke(device.id, admin);
    expect(revoked.revoked).toEqual(desk.clock.now());
    expect(await desk.devices.deviceOf(secret, '127.0.0.1')).toBeNull();
    expect(await desk.auth.principalOf(answer.accessToken)).toBeNull();
    await expect(desk.auth.sessions.refresh(refresh?.token ?? '', callerAt(null))).rejects.toMatchObject({ code: 'session_ended' });
    expect((await auditOf(`device:${device.id}`)).map(({ action, actor }) => [action, actor])).toEqual([
      ['device.enrolled', expect.stringMatching(/^enrolment:/)],
      ['device.revoked', '3242'],
    ]);

    desk.clock.pass(60_000);
    expect((await desk.devices.revoke(device.id, admin)).revoked).toEqual(revoked.revoked);
    expect((await desk.devices.list()).find(({ id }) => id === device.id)?.revoked).toEqual(revoked.revoked);
  });

  it('that nobody knows cost no query once their address brought too many, and known ones beside them are known on', async () => {
    const { secret } = await enrolRegister(desk, 'Register of this address');
    const device = () => desk.devices.deviceOf(secret, '10.9.9.9');
    expect(await device()).not.toBeNull();
    const answers = await Promise.allSettled(Array.from({ length: 500 }, (_, i) => desk.devices.deviceOf(`unknown-${i}`, '10.9.9.9')));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(120);
    expect(answers.at(-1)).toMatchObject({ status: 'rejected', reason: { status: 429 } });
    expect(await device()).not.toBeNull();
  });

  it('that never were are 404', async () => {
    await expect(desk.devices.revoke('0193491a-7c00-7000-8000-000000000009', admin)).rejects.toMatchObject({ status: 404 });
  });
});
