import 'reflect-metadata';
import { createPrivateKey, randomUUID, webcrypto, X509Certificate, type KeyObject } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as x509 from '@peculiar/x509';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestAuthority } from '@washdesk/broker/certificates.fixture';
import { assertionAudience } from '@washdesk/site-protocol/enrollment';
import { x509Authority } from '../../../adapters/x509-authority/x509-authority.ts';
import type { Principal } from '../../../common/caller.ts';
import { countInHour } from '../../../db/hourly-count.ts';
import { Notifications } from '../../../db/notifications.ts';
import { openLog } from '../../../http/log.ts';
import type { CertificateAuthority } from '../../../ports/certificate-authority.ts';
import { callerAt, openTestDesk, type TestDesk } from '../auth/desk.fixture.ts';
import { AgentTokenService } from './agent-token.service.ts';
import { EnrollmentService } from './enrollment.service.ts';
import { refusedCodes } from './refused-codes.ts';
import { RevocationList } from './revocation-list.ts';
import { RevocationService } from './revocation.service.ts';
import { RevokedSites } from './revoked-sites.ts';
import { listAgents } from './site-agents.store.ts';

const dayMs = 86_400_000;
const folder = mkdtempSync(path.join(os.tmpdir(), 'washdesk-site-ca-'));
const admin = { id: '3242', site: null, device: null, requestId: 'request' };
const caller = { ...callerAt(null), ip: '198.51.100.7' };

let desk: TestDesk;
let authority: CertificateAuthority;
let alerts: string[];
let list: RevocationList;
let revokedSites: RevokedSites;
let enrollments: EnrollmentService;
let newProcess: () => EnrollmentService;
let revocations: RevocationService;
let tokens: AgentTokenService;

beforeAll(async () => {
  desk = await openTestDesk();
  const ca = new TestAuthority(folder);
  authority = await x509Authority(new X509Certificate(readFileSync(ca.caFile)), createPrivateKey(readFileSync(ca.keyFile)));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await desk.database.stop();
});
beforeEach(() => {
  const { db, clock, systemClock, auth } = desk;
  alerts = [];
  const log = openLog('silent');
  list = new RevocationList({ db, systemClock, authority });
  revokedSites = new RevokedSites({ db, notifications: new Notifications({ url: '', log }), log });
  const common = { db, clock, systemClock, revocationList: list, revokedSites, sessionEnds: auth.sessionEnds };
  newProcess = () => new EnrollmentService({ ...common, authority, codeKey: Buffer.alloc(32), alert: (kind) => alerts.push(kind) });
  enrollments = newProcess();
  revocations = new RevocationService(common);
  tokens = new AgentTokenService({ ...common, startSession: auth.startAgentSession });
});

interface Computer {
  key: KeyObject;
  csr: string;
}

/** @param name what the request claims to be */
async function newComputer(name = '12', algorithm = { namedCurve: 'P-256', hash: 'SHA-256' }): Promise<Computer> {
  const signing = { name: 'ECDSA', ...algorithm };
  const keys = await webcrypto.subtle.generateKey(signing, true, ['sign', 'verify']);
  const request = await x509.Pkcs10CertificateRequestGenerator.create({ name: `CN=${name}`, keys, signingAlgorithm: signing });
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
  return { key: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }), csr: request.toString('pem') };
}

const codeFor = async (site: number): Promise<string> => (await enrollments.createCode(site, admin)).code.replace('-', '');
const enroll = (code: string, { csr }: Computer, from = caller) =>
  enrollments.enroll({ code, csr, host: 'lane-pc', version: '1.0.0' }, from);
const serialOf = (pem: string): string => new X509Certificate(pem).serialNumber.toLowerCase();

async function enrolled(site: number): Promise<{ computer: Computer; certificate: string }> {
  const computer = await newComputer();
  return { computer, certificate: (await enroll(await codeFor(site), computer)).certificate };
}

interface Claims {
  site?: number;
  audience?: string;
  id?: string;
  offsetSeconds?: number;
  lifeSeconds?: number;
}

function assertion(certificate: string, key: KeyObject, claims: Claims = {}): Promise<string> {
  const { site = 12, audience = assertionAudience, id = randomUUID(), offsetSeconds = 0, lifeSeconds = 60 } = claims;
  const at = Math.floor(desk.systemClock.now().getTime() / 1_000) + offsetSeconds;
  const token = new SignJWT({ iss: String(site), sub: String(site), aud: audience, jti: id })
    .setIssuedAt(at)
    .setExpirationTime(at + lifeSeconds);
  return token.setProtectedHeader({ alg: 'ES256', kid: serialOf(certificate) }).sign(key);
}

const agentOf = async (site: number): Promise<Principal> => {
  const { db } = desk;
  const { id } = await db
    .selectFrom('session')
    .select('id')
    .where('principal', '=', `site-agent:${site}`)
    .limit(1)
    .executeTakeFirstOrThrow();
  const none = { employee: null, name: '', roles: 0, locationId: null, terminal: null, requestId: 'request' };
  return { kind: 'service', id: `site-agent:${site}`, session: id, site, ...none };
};

describe('a code', () => {
  it('makes a certificate of its site, whatever the request claims', async () => {
    const { certificate } = await enroll(await codeFor(12), await newComputer('27'));
    const parsed = new X509Certificate(certificate);
    expect(parsed.subject).toBe('CN=12');
    expect(parsed.verify(new X509Certificate(authority.certificate).publicKey)).toBe(true);
    expect(parsed.validToDate.getTime() - desk.systemClock.now().getTime()).toBe(90 * dayMs);
  });

  it('is used by one of two computers that come at once, and again only by the one that has its key', async () => {
    const code = await codeFor(12);
    const computers = await Promise.all([newComputer(), newComputer(), newComputer()]);
    const tries = await Promise.allSettled(computers.map((computer) => enroll(code, computer)));
    const winner = tries.findIndex(({ status }) => status === 'fulfilled');
    const refused = tries.filter((one) => one.status === 'rejected');
    expect(refused.map(({ reason }) => (reason as { code: string }).code)).toEqual(['code_used', 'code_used']);
    const first = (tries[winner] as PromiseFulfilledResult<{ certificate: string }>).value;
    expect(await enroll(code, computers[winner]!)).toEqual(first);

    await tokens.signIn(await assertion(first.certificate, computers[winner]!.key), caller);
    await expect(enroll(code, computers[winner]!)).rejects.toMatchObject({ code: 'code_used' });
  });

  it('expires after a day, and when the next one is made', async () => {
    const [first, second] = [await codeFor(12), await codeFor(12)];
    await expect(enroll(first, await newComputer())).rejects.toMatchObject({ status: 404, code: 'code_unknown' });
    desk.systemClock.pass(dayMs);
    await expect(enroll(second, await newComputer())).rejects.toMatchObject({ status: 410, code: 'code_expired' });
  });

  it('that is refused is shown with the computer that tried it, and never itself', async () => {
    const [code, computer] = [await codeFor(12), await newComputer()];
    await enroll(code, computer);
    await expect(enroll(code, await newComputer())).rejects.toMatchObject({ code: 'code_used' });
    await expect(enroll('0000000000', computer)).rejects.toMatchObject({ code: 'code_unknown' });
    const now = desk.clock.now();
    const [newest, before] = await refusedCodes(desk.database.db, now);
    expect([newest, before]).toEqual([
      { at: now.toISOString(), site: null, host: 'lane-pc', reason: 'unknown' },
      { at: now.toISOString(), site: 12, host: 'lane-pc', reason: 'used' },
    ]);
    expect(await refusedCodes(desk.database.db, new Date(now.getTime() + dayMs))).toEqual([]);
    const rows = await desk.database.db.selectFrom('audit').selectAll().where('action', '=', 'site-agent.code-refused').execute();
    expect(rows.at(-1)).toMatchObject({ actor: 'anonymous', after: { host: 'lane-pc', version: '1.0.0' } });
    expect(JSON.stringify(rows)).not.toContain(caller.ip);
    expect(JSON.stringify(rows)).not.toMatch(/0{10}/);
  });

  it.each([
    ['an address', 20, (_index: number) => '192.0.2.1'],
    ['the network of an IPv6 address', 20, (index: number) => `2001:db8::${index}`],
    ['a site of IPv6 networks', 80, (index: number) => `2001:db9:0:${index}::1`],
  ])('cannot be guessed: %s has %i tries in an hour, at all processes together', async (_what, most, ipOf) => {
    const [computer, processes] = [await newComputer(), [enrollments, newProcess()]];
    const guess = { code: '0123456789', csr: computer.csr, host: 'lane-pc', version: '1.0.0' };
    const tries = await Promise.allSettled(
      Array.from({ length: most + 1 }, (_, index) => processes[index % 2]!.enroll(guess, { ...caller, ip: ipOf(index) })),
    );
    const codes = tries.map((one) => (one.status === 'rejected' ? (one.reason as { code: string }).code : 'in'));
    expect(codes.filter((code) => code === 'code_unknown')).toHaveLength(most);
    expect(codes.filter((code) => code === 'too_many_attempts')).toHaveLength(1);
    // an installer with a code comes from another address
    await enroll(await codeFor(12), computer, { ...caller, ip: '203.0.113.9' });
  });

  it('cannot be guessed from many networks: IT is alerted once', async () => {
    const computer = await newComputer();
    const [right, wrong] = [await codeFor(12), '0123456789'];
    await desk.db.deleteFrom('hourly_count').execute();
    // as many as other networks have tried
    await countInHour(desk.db, 'agent-code', 5_999);
    await expect(enroll(wrong, computer)).rejects.toMatchObject({ code: 'code_unknown' });
    for (const code of [wrong, right]) await expect(enroll(code, computer)).rejects.toMatchObject({ code: 'too_many_attempts' });
    expect(alerts).toEqual(['site-agent.code-guessing']);
    await desk.db.deleteFrom('hourly_count').execute();
  });

  it.each([
    [
      'no request',
      async () => ({ ...(await newComputer()), csr: '-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----' }),
    ],
    ['a key on another curve', () => newComputer('12', { namedCurve: 'P-384', hash: 'SHA-384' })],
    ['a request that another key signed', () => newComputer().then(async (one) => ({ ...one, csr: await forged(one.csr) }))],
  ])('is not used up by %s', async (_what, computer) => {
    const code = await codeFor(12);
    await expect(enroll(code, await computer())).rejects.toMatchObject({ status: 400, code: 'request_invalid' });
    await enroll(code, await newComputer());
  });

  it('is stored as a hash, shown once, and audited without it', async () => {
    const { code } = await enrollments.createCode(27, admin);
    expect(code).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/u);
    const { db } = desk;
    const audit = await db.selectFrom('whole_audit').selectAll().where('subject', '=', 'site:27').orderBy('id').execute();
    expect(audit).toMatchObject([{ actor: '3242', action: 'site-agent.code-created', site: 27 }]);
    const rows = await db.selectFrom('agent_enrollment').selectAll().where('site', '=', 27).execute();
    expect(JSON.stringify([audit, rows])).not.toContain(code.replace('-', ''));
    await expect(enrollments.createCode(99, admin)).rejects.toMatchObject({ status: 404, code: 'site_unknown' });
  });
});

/** Returns the request with the public key of another one. */
async function forged(csr: string): Promise<string> {
  const [own, other] = [new x509.Pkcs10CertificateRequest(csr), new x509.Pkcs10CertificateRequest((await newComputer()).csr)];
  const der = Buffer.from(own.rawData);
  const key = Buffer.from(own.publicKey.rawData);
  const at = der.indexOf(key);
  return new x509.Pkcs10CertificateRequest(
    Buffer.concat([der.subarray(0, at), Buffer.from(other.publicKey.rawData), der.subarray(at + key.length)]),
  ).toString('pem');
}

describe('a sign-in by assertion', () => {
  it('opens the session of its site without any role', async () => {
    const { computer, certificate } = await enrolled(12);
    const { accessToken, expiresIn } = await tokens.signIn(await assertion(certificate, computer.key), caller);
    expect(expiresIn).toBe(3_600);
    expect(await desk.auth.principalOf(accessToken)).toMatchObject({ id: 'site-agent:12', kind: 'service', site: 12, roles: 0 });
  });

  it('works once: a copy of it is refused, also at the same time', async () => {
    const { computer, certificate } = await enrolled(12);
    const signed = await assertion(certificate, computer.key);
    const tries = await Promise.allSettled([1, 2, 3].map(() => tokens.signIn(signed, caller)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it.each<[string, Claims]>([
    ['for another site', { site: 27 }],
    ['for another audience', { audience: 'https://elsewhere.test' }],
    ['without an id worth its name', { id: 'x' }],
    ['that lives for a year', { lifeSeconds: 365 * 86_400 }],
  ])('is refused %s', async (_what, claims) => {
    const { computer, certificate } = await enrolled(12);
    await expect(tokens.signIn(await assertion(certificate, computer.key, claims), caller)).rejects.toMatchObject({
      code: 'assertion_refused',
    });
  });

  it('is refused with the key of another site, an unknown certificate, or no assertion at all', async () => {
    const [joliet, other] = [await enrolled(12), await enrolled(27)];
    const foreign = await assertion(joliet.certificate, other.computer.key);
    const unknown = (await assertion(joliet.certificate, joliet.computer.key)).replace(
      /^[^.]+/u,
      Buffer.from('{"alg":"ES256","kid":"00"}').toString('base64url'),
    );
    const odd = unknown.replace(/^[^.]+/u, Buffer.from('{"alg":"ES256","kid":"\\u0000"}').toString('base64url'));
    const unsigned = (await assertion(joliet.certificate, joliet.computer.key)).replace(/[^.]+$/u, '');
    for (const bad of [foreign, unknown, unsigned, odd, 'x', 'a.b.c'])
      await expect(tokens.signIn(bad, caller)).rejects.toMatchObject({ status: 401, code: 'assertion_refused' });
  });

  it.each([
    ['a clock a day behind', -86_400],
    ['a clock a day ahead', 86_400],
  ])('names %s', async (_what, offsetSeconds) => {
    const { computer, certificate } = await enrolled(12);
    await expect(tokens.signIn(await assertion(certificate, computer.key, { offsetSeconds }), caller)).rejects.toMatchObject({
      code: 'assertion_time',
    });
    await tokens.signIn(await assertion(certificate, computer.key, { offsetSeconds: Math.sign(offsetSeconds) * 50 }), caller);
  });
});

describe('a renewal', () => {
  it('leaves the old certificate until the new one is used, and repeats its response', async () => {
    const { computer, certificate } = await enrolled(12);
    await tokens.signIn(await assertion(certificate, computer.key), caller);
    const next = await newComputer();
    const renewed = await enrollments.renew(next.csr, await agentOf(12));
    expect(await enrollments.renew(next.csr, await agentOf(12))).toBe(renewed);
    const { accessToken } = await tokens.signIn(await assertion(certificate, computer.key), caller);
    await tokens.signIn(await assertion(renewed, next.key), caller);
    expect(await desk.auth.principalOf(accessToken)).toBeNull();
    await expect(tokens.signIn(await assertion(certificate, computer.key), caller)).rejects.toMatchObject({ code: 'assertion_refused' });
    await expect(enrollments.renew(computer.csr, await agentOf(12))).rejects.toMatchObject({ code: 'key_known' });
  });

  it('is refused to everyone but an agent', async () => {
    const other = { ...(await agentOf(12)), id: 'agent-12' };
    await expect(enrollments.renew((await newComputer()).csr, other)).rejects.toMatchObject({ status: 403 });
  });
});

describe('the agent of before', () => {
  it('is out as soon as another computer of the site is enrolled', async () => {
    const old = await enrolled(12);
    const { accessToken } = await tokens.signIn(await assertion(old.certificate, old.computer.key), caller);
    const next = await enrolled(12);
    expect(await desk.auth.principalOf(accessToken)).toBeNull();
    await expect(tokens.signIn(await assertion(old.certificate, old.computer.key), caller)).rejects.toMatchObject({
      code: 'assertion_refused',
    });
    expect(await list.revoked()).toContainEqual(expect.objectContaining({ serial: serialOf(old.certificate), site: 12 }));
    expect(await list.revoked()).not.toContainEqual(expect.objectContaining({ serial: serialOf(next.certificate) }));
    expect(revokedSites.has(12)).toBe(false);
  });
});

describe('a revocation', () => {
  it('ends the sessions, names the serial number in a signed list, and lasts until the next enrollment', async () => {
    const { computer, certificate } = await enrolled(27);
    const { accessToken } = await tokens.signIn(await assertion(certificate, computer.key, { site: 27 }), caller);
    const code = await codeFor(27);
    desk.systemClock.pass(1_000);
    const agent = await revocations.revoke(27, 'The PC was stolen', admin);
    expect(agent).toMatchObject({ certificate: null, codeExpires: null, revoked: { by: expect.any(String), reason: 'The PC was stolen' } });

    expect(await desk.auth.principalOf(accessToken)).toBeNull();
    await expect(tokens.signIn(await assertion(certificate, computer.key, { site: 27 }), caller)).rejects.toMatchObject({
      code: 'assertion_refused',
    });
    await expect(enroll(code, await newComputer())).rejects.toMatchObject({ code: 'code_unknown' });
    expect(await list.revoked()).toContainEqual(expect.objectContaining({ serial: serialOf(certificate), site: 27 }));
    const crl = new x509.X509Crl((await list.fetch())!.replaceAll('X509 CRL', 'CRL'));
    expect(crl.findRevoked(serialOf(certificate))).not.toBeNull();
    expect(await crl.verify({ publicKey: new x509.X509Certificate(authority.certificate) })).toBe(true);
    expect(revokedSites.has(27)).toBe(true);

    const audit = await desk.db.selectFrom('whole_audit').selectAll().where('action', '=', 'site-agent.revoked').execute();
    await revocations.revoke(27, 'Once more', admin);
    expect(await desk.db.selectFrom('whole_audit').selectAll().where('action', '=', 'site-agent.revoked').execute()).toEqual(audit);
    expect(audit).toMatchObject([{ actor: '3242', subject: 'site:27', why: 'The PC was stolen' }]);

    await enrolled(27);
    expect(revokedSites.has(27)).toBe(false);
    expect(await listAgents(desk.db, desk.systemClock.now(), 27)).toMatchObject([{ revoked: null, certificate: { host: 'lane-pc' } }]);
  });
});

describe('the revocation list', () => {
  it('is renewed daily', async () => {
    const first = await list.fetch();
    expect(await list.fetch()).toBe(first);
    desk.systemClock.pass(dayMs);
    const second = await list.fetch();
    expect(second).not.toBe(first);
  });
});
