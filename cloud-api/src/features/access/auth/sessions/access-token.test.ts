import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { AccessTokens } from './access-token.ts';
import { accessTokenLifeMs, type OpenSession } from './session.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const start = new Date('2026-11-21T12:00:00.000Z');
const later = (ms: number): Date => new Date(start.getTime() + ms);

const session: OpenSession = {
  id: '0193491a-7c00-7000-8000-000000000001',
  kind: 'staff',
  principal: '101',
  employee: 101,
  name: 'Dana Whitfield',
  roles: 3,
  device: null,
  site: 12,
  locationId: 'tml_Joliet00000012',
  terminal: 'Washcashier1',
  codePassed: null,
  pinPassed: null,
  expires: later(12 * 3_600_000),
};

const at = (time: Date, key = privateKey): AccessTokens => new AccessTokens({ key, systemClock: { now: () => time } });
const issued = async (of: OpenSession = session): Promise<string> => (await at(start).issue(of)).accessToken;

describe('access tokens', () => {
  it('are never the same, not even in one second: a browser tells the renewed one from the refused one', async () => {
    const tokens = at(start);
    const [first, second] = [await tokens.issue(session), await tokens.issue(session)];
    expect(first.accessToken).not.toBe(second.accessToken);
    expect(await tokens.read(second.accessToken)).toEqual(await tokens.read(first.accessToken));
  });

  it('say again who signed in and where', async () => {
    const { accessToken, expiresIn } = await at(start).issue(session);
    expect(expiresIn).toBe(600);
    expect(await at(start).read(accessToken)).toEqual({
      kind: 'staff',
      id: '101',
      employee: 101,
      name: 'Dana Whitfield',
      roles: 3,
      session: session.id,
      device: null,
      site: 12,
      locationId: 'tml_Joliet00000012',
      terminal: 'Washcashier1',
    });
  });

  it('are good for ten minutes of the system and not longer', async () => {
    const token = await issued();
    expect(await at(later(accessTokenLifeMs - 1_000)).read(token)).not.toBeNull();
    expect(await at(later(accessTokenLifeMs)).read(token)).toBeNull();
  });

  it('end in time although they were read before, and lend nothing to one that differs', async () => {
    let now = start;
    const tokens = new AccessTokens({ key: privateKey, systemClock: { now: () => now } });
    const token = await issued();
    expect(await tokens.read(token)).toMatchObject({ id: '101' });
    now = later(accessTokenLifeMs - 1_000);
    expect(await tokens.read(token)).toMatchObject({ id: '101' });
    expect(await tokens.read(`${token}A`)).toBeNull();
    now = later(accessTokenLifeMs);
    expect(await tokens.read(token)).toBeNull();
  });

  it('never outlive their session', async () => {
    const { accessToken, expiresIn } = await at(start).issue({ ...session, expires: later(90_000) });
    expect(expiresIn).toBe(90);
    expect(await at(later(90_000)).read(accessToken)).toBeNull();
  });

  it('of a program last as long as its session, for it has no refresh token', async () => {
    const { accessToken, expiresIn } = await at(start).issue({ ...session, kind: 'service', expires: later(3_600_000) });
    expect(expiresIn).toBe(3_600);
    expect(await at(later(3_599_000)).read(accessToken)).toMatchObject({ kind: 'service' });
  });

  it('signed with another key are rejected, under its own kid or under ours', async () => {
    const stranger = generateKeyPairSync('ed25519').privateKey;
    const { accessToken } = await at(start, stranger).issue(session);
    expect(await at(start).read(accessToken)).toBeNull();

    const kid = (JSON.parse(Buffer.from((await issued()).split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid;
    const forged = new SignJWT({ sub: '3242', roles: 256 })
      .setProtectedHeader({ alg: 'EdDSA', kid })
      .setIssuer('washdesk')
      .setExpirationTime('10m');
    expect(await at(start).read(await forged.sign(stranger))).toBeNull();
  });

  it('without a signature are rejected', async () => {
    const header = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
    const [, payload] = (await issued()).split('.');
    expect(await at(start).read(`${header}.${payload}.`)).toBeNull();
  });

  it('changed anywhere are rejected, and no text makes reading throw', async () => {
    const token = await issued();
    // the last character of a base64url part may contain unused bits
    const isSignificant = (index: number): boolean => /^[^.]{2}$/.test(token.slice(index, index + 2));
    const significant = Array.from({ length: token.length }, (_, index) => index).filter(isSignificant);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...significant), fc.constantFrom('A', 'b', '7', '-', '_'), async (index, character) => {
        fc.pre(token[index] !== character);
        return (await at(start).read(token.slice(0, index) + character + token.slice(index + 1))) === null;
      }),
    );
    await fc.assert(fc.asyncProperty(fc.string(), async (text) => (await at(start).read(text)) === null));
  });
});
