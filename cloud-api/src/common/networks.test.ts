import { describe, expect, it } from 'vitest';
import { customerNetwork, forwardedAddress, isWithin, networkLimits, networksOf, plainAddress, plainNetwork } from './networks.ts';

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

  it.each([
    ['::FFFF:10.0.0.1', '10.0.0.1'],
    ['::ffff:a00:1', '10.0.0.1'],
    ['0:0:0:0:0:FFFF:cb00:7109', '203.0.113.9'],
    [' 2001:DB8::1 ', '2001:db8::1'],
    ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::1', '::1'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('%j is written as %j', (address, plain) => {
    expect(plainAddress(address)).toBe(plain);
  });

  it.each([
    ['203.0.113.9', ['203.0.0.0/16', '203.0.113.0/24']],
    ['::ffff:203.0.113.9', ['203.0.0.0/16', '203.0.113.0/24']],
    ['2001:db8:1:2:3:4:5:6', ['2001:db8::/32', '2001:db8:1::/48', '2001:db8:1:2::/64']],
    ['2001:db8::1', ['2001:db8::/32', '2001:db8::/48', '2001:db8::/64']],
    ['::1', ['::/32', '::/48', '::/64']],
    ['unknown', []],
  ])('%s is in %j', (address, networks) => {
    expect(networksOf(address)).toEqual(networks);
  });

  it.each([
    ['203.0.113.9', [['203.0.113.9', 20]]],
    [
      '2001:db8:1:2:3:4:5:6',
      [
        ['2001:db8:1:2::/64', 20],
        ['2001:db8:1::/48', 80],
      ],
    ],
    ['::ffff:203.0.113.9', [['203.0.113.9', 20]]],
  ])('%s is limited by its network, in IPv6 by the /48 too', (address, limits) => {
    expect(networkLimits(customerNetwork(address), 20)).toEqual(limits);
  });

  it.each([
    ['2001:DB8:1:2:3::/64', '2001:db8:1:2::/64'],
    ['203.0.113.9/24', '203.0.113.0/24'],
    ['2001:DB8::1', '2001:db8::1'],
    ['0.0.0.0/0', null],
    ['10.0.0.0/8', null],
    ['::/0', null],
    ['2001:db8::/x', null],
  ])('%s names %j', (text, network) => {
    expect(plainNetwork(text)).toBe(network);
  });

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:51423', '203.0.113.7'],
    ['[2001:DB8::1]:51423', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['"[2001:db8:0::1]:443"', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:80', '203.0.113.7'],
    ['fe80::1%eth0', 'fe80::1'],
    ['unknown', null],
    ['_hidden', null],
    ['203.0.113.700', null],
    ['203.0.113.7:x', null],
    ['', null],
  ])('written by a proxy as %j is %j', (element, address) => {
    expect(forwardedAddress(element)).toBe(address);
  });

  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff::', '2001:db8:1:2::/64'],
    ['unknown', 'unknown'],
  ])('%s counts as %s', (address, network) => {
    expect(customerNetwork(address)).toBe(network);
  });
});
