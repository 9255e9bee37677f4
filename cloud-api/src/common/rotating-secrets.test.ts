import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashOfSecret, rotatingSecrets } from './rotating-secrets.ts';

const key = generateKeyPairSync('ed25519').privateKey;

describe('rotating secrets', () => {
  it('have one successor each, which only the holder of the key can name', () => {
    const ours = rotatingSecrets(key, 'refresh token');
    const theirs = rotatingSecrets(generateKeyPairSync('ed25519').privateKey, 'refresh token');
    fc.assert(
      fc.property(fc.string(), (token) => {
        const successor = ours.successorOf(token);
        expect(rotatingSecrets(key, 'refresh token').successorOf(token)).toBe(successor);
        expect(rotatingSecrets(key, 'device cookie').successorOf(token)).not.toBe(successor);
        expect(theirs.successorOf(token)).not.toBe(successor);
        expect(successor).not.toBe(token);
      }),
    );
  });

  it('never lead back to an earlier one', () => {
    const { fresh, successorOf } = rotatingSecrets(key, 'refresh token');
    const chain = [fresh()];
    for (let turn = 0; turn < 100; turn += 1) chain.push(successorOf(chain.at(-1) ?? ''));
    expect(new Set(chain).size).toBe(chain.length);
  });

  it('are 256 random bits that fit a cookie, and are kept as a hash', () => {
    const { fresh } = rotatingSecrets(key, 'refresh token');
    expect(fresh()).toMatch(/^[\w-]{43}$/);
    expect(fresh()).not.toBe(fresh());
    expect(hashOfSecret('token')).toHaveLength(32);
  });
});
