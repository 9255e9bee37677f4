import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashOfToken, refreshTokens } from './refresh-token.ts';

const key = generateKeyPairSync('ed25519').privateKey;

describe('refresh tokens', () => {
  it('have one successor each, which only the holder of the key can name', () => {
    const ours = refreshTokens(key);
    const theirs = refreshTokens(generateKeyPairSync('ed25519').privateKey);
    fc.assert(
      fc.property(fc.string(), (token) => {
        const successor = ours.successorOf(token);
        expect(refreshTokens(key).successorOf(token)).toBe(successor);
        expect(theirs.successorOf(token)).not.toBe(successor);
        expect(successor).not.toBe(token);
      }),
    );
  });

  it('never lead back to an earlier one', () => {
    const { fresh, successorOf } = refreshTokens(key);
    const chain = [fresh()];
    for (let turn = 0; turn < 100; turn += 1) chain.push(successorOf(chain.at(-1) ?? ''));
    expect(new Set(chain).size).toBe(chain.length);
  });

  it('are 256 random bits that fit a cookie, and are kept as a hash', () => {
    const { fresh } = refreshTokens(key);
    expect(fresh()).toMatch(/^[\w-]{43}$/);
    expect(fresh()).not.toBe(fresh());
    expect(hashOfToken('token')).toHaveLength(32);
  });
});
