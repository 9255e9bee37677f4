import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SessionKeys, visitorOf } from './visitors.ts';

const key = generateKeyPairSync('ed25519').privateKey;
let now = Date.parse('2026-11-16T15:30:00Z');
const keys = new SessionKeys({ clock: { now: () => new Date(now) }, key });

describe('a key of the public sign-up', () => {
  const cookie = keys.freshCookie();
  const { sessionKey, expires } = keys.issue(visitorOf(cookie, '198.51.100.7'));

  it('is valid in its browser in any network, and in its network without cookies', () => {
    expect(expires).toBe('2026-11-16T16:00:00.000Z');
    keys.require(sessionKey, visitorOf(cookie, '203.0.113.9'));
    keys.require(sessionKey, visitorOf(undefined, '198.51.100.7'));
  });

  it('is valid nowhere else, changed or too late', () => {
    const refused = (given: string, visitor = visitorOf(cookie, '198.51.100.7')) =>
      expect(() => keys.require(given, visitor)).toThrow('This page has expired');
    refused(sessionKey, visitorOf(keys.freshCookie(), '203.0.113.9'));
    refused(sessionKey, visitorOf(undefined, '203.0.113.9'));
    refused(sessionKey.replace(/^\d/, '9'));
    refused('');
    now += 30 * 60_000;
    refused(sessionKey);
  });

  it('counts an IPv6 household as one', () => {
    expect(visitorOf(undefined, '2001:db8:1:2::9').network).toBe(visitorOf('not a cookie', '2001:db8:1:2:3::4').network);
  });
});
