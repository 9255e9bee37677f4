import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashOfSecret } from '../../../common/rotating-secrets.ts';
import { callerAt, enrolRegister, openTestDesk, type TestDesk } from '../auth/desk.fixture.ts';
import { DeviceCookies } from './device-cookies.ts';

let desk: TestDesk;
beforeAll(async () => {
  desk = await openTestDesk();
});
afterAll(() => desk.database.stop());

const admin = { id: '3242', site: null, device: null, requestId: 'request' };
const register = { kind: 'register' as const, name: 'Register 1', site: 12, terminal: 'Washcashier1' };
/** Another process, which has no cached devices. */
const otherProcess = (): DeviceCookies => {
  const { db, clock, systemClock, secrets, auth } = desk;
  return new DeviceCookies({ db, clock, systemClock, sessionEnds: auth.sessionEnds, secrets, alert: (kind) => desk.alerts.push(kind) });
};
const tokenOf = (link: string): string => link.slice(link.lastIndexOf('/') + 1);
const browser = { ip: '127.0.0.1', requestId: 'request' };
const auditOf = (subject: string) => desk.db.selectFrom('whole_audit').selectAll().where('subject', '=', subject).orderBy('id').execute();

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
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => desk.enrolments.enrol(tokenOf(link), browser)));
    const refused = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    expect(refused).toHaveLength(19);
    expect(refused).toEqual(refused.map(() => expect.objectContaining({ status: 410, code: 'link_used' })));
  });

  it('tell what they make of a browser, and stay good', async () => {
    const { link, expires } = await desk.enrolments.createLink(register, admin);
    const preview = await desk.enrolments.preview(tokenOf(link));
    expect(preview).toEqual({ ...register, siteName: expect.stringMatching(/[A-Za-z]/), expires });
    await desk.enrolments.enrol(tokenOf(link), browser);
    await expect(desk.enrolments.preview(tokenOf(link))).rejects.toMatchObject({ status: 410, code: 'link_used' });
    await expect(desk.enrolments.preview('A'.repeat(22))).rejects.toMatchObject({ status: 404, code: 'link_unknown' });
  });

  it('expire after a day', async () => {
    const { link } = await desk.enrolments.createLink(register, admin);
    desk.systemClock.pass(24 * 3_600_000);
    await expect(desk.enrolments.enrol(tokenOf(link), browser)).rejects.toMatchObject({ status: 410, code: 'link_expired' });
  });

  it('that were never made are 404, and a site that is not there is refused', async () => {
    await expect(desk.enrolments.enrol('A'.repeat(22), browser)).rejects.toMatchObject({ status: 404, code: 'link_unknown' });
    await expect(desk.enrolments.createLink({ ...register, site: 99 }, admin)).rejects.toMatchObject({ status: 400 });
  });
});

describe('devices', () => {
  it('are known by their cookie, and when they were seen is noted at most once a minute', async () => {
    const { device, secret } = await enrolRegister(desk);
    expect(device).toMatchObject({ kind: 'register', site: 12, terminal: 'Washcashier1' });
    const seen = desk.clock.now();
    expect((await desk.devices.byId(device.id))?.lastSeen).toEqual(seen);
    const elsewhere = () => otherProcess().deviceOf(secret, '127.0.0.1');
    desk.clock.pass(59_999);
    await elsewhere();
    expect((await desk.devices.byId(device.id))?.lastSeen).toEqual(seen);
    desk.clock.pass(1);
    await elsewhere();
    expect((await desk.devices.byId(device.id))?.lastSeen).toEqual(desk.clock.now());
    expect(await desk.cookies.deviceOf(`${secret}x`, '127.0.0.1')).toBeNull();
  });

  it('taken out of service are unknown at once and their sessions end', async () => {
    const { device, secret } = await enrolRegister(desk);
    const { answer, refresh } = await desk.auth.signIn.employee({ employee: 201 }, callerAt(device));
    expect(await desk.auth.principalOf(answer.accessToken)).not.toBeNull();

    const revoked = await desk.devices.revoke(device.id, admin);
    expect(revoked.revoked).toEqual(desk.clock.now());
    expect(await desk.cookies.deviceOf(secret, '127.0.0.1')).toBeNull();
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

  it('that are unknown cost no query once their address sent too many, and known ones are still accepted', async () => {
    const { secret } = await enrolRegister(desk, 'Register of this address');
    const device = () => desk.cookies.deviceOf(secret, '10.9.9.9');
    expect(await device()).not.toBeNull();
    const answers = await Promise.allSettled(Array.from({ length: 500 }, (_, i) => desk.cookies.deviceOf(`unknown-${i}`, '10.9.9.9')));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(120);
    expect(answers.at(-1)).toMatchObject({ status: 'rejected', reason: { status: 429 } });
    expect(await device()).not.toBeNull();
  });

  it('that never were are 404', async () => {
    await expect(desk.devices.revoke('0193491a-7c00-7000-8000-000000000009', admin)).rejects.toMatchObject({ status: 404 });
  });
});

describe('the cookie of a device', () => {
  const openAlerts = () => desk.db.selectFrom('job').select('last_error as reason').where('what', '=', 'alert').orderBy('id').execute();
  const day = 24 * 3_600_000;
  const at = (secret: string, ip = '127.0.0.1') => otherProcess().deviceOf(secret, ip);
  beforeEach(async () => {
    desk.alerts.length = 0;
    await desk.db.deleteFrom('job').execute();
  });

  it('is replaced after a day; the former one is good until the new one is used, and two minutes on', async () => {
    const { device, secret } = await enrolRegister(desk, 'Rotating');
    expect(await at(secret)).toEqual({ device, nextSecret: null });
    desk.systemClock.pass(day);
    const tabs = await Promise.all([at(secret), at(secret), at(secret)]);
    const next = tabs[0]?.nextSecret ?? '';
    expect(tabs).toEqual(tabs.map(() => ({ device, nextSecret: next })));
    desk.systemClock.pass(3 * day);
    expect(await at(secret), 'a lost response').toEqual({ device, nextSecret: next });
    expect(await at(next)).toEqual({ device, nextSecret: null });
    expect(await at(secret), 'a request under way').toMatchObject({ device });
    const stored = await desk.db.selectFrom('device').select('secret_hash').where('id', '=', device.id).executeTakeFirstOrThrow();
    expect(stored.secret_hash).not.toEqual(hashOfSecret(secret));
    expect(desk.alerts).toEqual([]);
  });

  it('that was replaced is refused and reported, and the sessions of the device end', async () => {
    const { device, secret } = await enrolRegister(desk, 'Copied');
    desk.systemClock.pass(day);
    const next = (await at(secret))?.nextSecret ?? '';
    await at(next);
    const { answer } = await desk.auth.signIn.employee({ employee: 201 }, callerAt(device));
    desk.systemClock.pass(120_001);
    expect(await at(secret)).toBeNull();
    expect(await at(secret)).toBeNull();
    expect(await at(next)).toMatchObject({ device });
    expect(await desk.auth.principalOf(answer.accessToken)).toBeNull();
    expect(desk.alerts).toEqual(['device.cookie-reused']);
    expect(await openAlerts()).toEqual([{ reason: expect.stringContaining('An old cookie of Copied was used again') }]);
    expect((await auditOf(`device:${device.id}`)).at(-1)).toMatchObject({ action: 'device.cookie-reused' });
  });

  it('used in another network is reported once, in the network of its enrollment never', async () => {
    const { device, secret } = await enrolRegister(desk, 'Traveling');
    expect(await at(secret, '127.0.0.99')).toMatchObject({ device });
    expect(desk.alerts).toEqual([]);
    for (const ip of ['203.0.113.7', '203.0.113.8', '203.0.113.7']) expect(await at(secret, ip)).toMatchObject({ device });
    expect(desk.alerts).toEqual(['device.used-elsewhere']);
    expect(await openAlerts()).toEqual([{ reason: expect.stringContaining('Traveling was used in a new network: 203.0.113.0/24') }]);
  });

  it('with a list of networks opens nothing elsewhere', async () => {
    const { device, secret } = await enrolRegister(desk, 'Limited');
    await desk.devices.limitTo(device.id, { networks: ['127.0.0.1', '10.9.0.0/16', '2001:db8::/32'] }, admin);
    expect(await at(secret)).toMatchObject({ device });
    expect(await at(secret, '10.9.44.7')).toMatchObject({ device });
    expect(await at(secret, '2001:db8:7::1')).toMatchObject({ device });
    desk.alerts.length = 0;
    expect(await at(secret, '203.0.113.7')).toBeNull();
    expect(await at(secret, '203.0.113.7')).toBeNull();
    expect(desk.alerts).toEqual(['device.refused-elsewhere']);
    await desk.devices.limitTo(device.id, { networks: [] }, admin);
    expect(await at(secret, '203.0.113.7')).toMatchObject({ device });
    const changes = (await auditOf(`device:${device.id}`)).filter(({ action }) => action === 'device.networks-changed');
    expect(changes).toMatchObject([
      { actor: '3242', after: { networks: ['127.0.0.1', '10.9.0.0/16', '2001:db8::/32'] } },
      { after: { networks: [] } },
    ]);
  });
});
