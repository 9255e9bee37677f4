import { describe, expect, it } from 'vitest';
import { isWithin, plainAddress } from './networks.ts';

describe('an address', () => {
  it.each([
    ['10.1.2.3', ['10.0.0.0/8'], true],
    ['11.1.2.3', ['10.0.0.0/8'], false],
    ['::ffff:10.1.2.3', ['10.1.2.3'], true],
    ['10.1.2.3', ['::ffff:10.1.2.3'], true],
    ['2001:DB8::1', ['2001:db8::/32'], true],
    ['2001:db9::1', ['2001:db8::/32', '10.0.0.0/8'], false],
    ['10.1.2.3', [], false],
    ['unknown', ['10.0.0.0/8'], false],
  ])('%s is in %j: %s', (address, networks, within) => {
    expect(isWithin(address, networks)).toBe(within);
  });

  it('is written in one way', () => {
    expect(['::FFFF:10.0.0.1', ' 2001:DB8::1 '].map(plainAddress)).toEqual(['10.0.0.1', '2001:db8::1']);
  });
});
