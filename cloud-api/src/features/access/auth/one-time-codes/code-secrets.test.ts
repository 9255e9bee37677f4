import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CodeSecrets, freshRecoveryCodes } from './code-secrets.ts';
import { freshSecret } from './totp.ts';

const secrets = new CodeSecrets(generateKeyPairSync('ed25519').privateKey);
const others = new CodeSecrets(generateKeyPairSync('ed25519').privateKey);

describe('the secret of one-time codes', () => {
  it('is opened for its person under its key alone', () => {
    const secret = freshSecret();
    const sealed = secrets.sealed(103, secret);
    expect(sealed.includes(secret)).toBe(false);
    expect(secrets.sealed(103, secret).equals(sealed)).toBe(false);
    expect(secrets.opened(103, sealed)).toEqual(secret);
    expect(secrets.opened(104, sealed)).toBeNull();
    expect(others.opened(103, sealed)).toBeNull();
    sealed[20]! ^= 1;
    expect(secrets.opened(103, sealed)).toBeNull();
  });
});

describe('recovery codes', () => {
  it('are ten, all different, of unambiguous letters and digits', () => {
    const codes = freshRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/);
  });

  it('have a hash of their person and installation, with hyphens or without', () => {
    const hash = secrets.hashOf(103, 'ABCD-EFGH-IJKL-MNOP');
    expect(secrets.hashOf(103, 'ABCDEFGHIJKLMNOP')).toEqual(hash);
    expect(secrets.hashOf(104, 'ABCDEFGHIJKLMNOP')).not.toEqual(hash);
    expect(others.hashOf(103, 'ABCDEFGHIJKLMNOP')).not.toEqual(hash);
  });
});
