import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { addressOf } from './admission.ts';

const request = (forwarded?: string) =>
  ({
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    socket: { remoteAddress: '10.0.0.1' },
  }) as unknown as IncomingMessage;

it.each([
  [0, '203.0.113.7', '10.0.0.1'],
  [1, '203.0.113.7', '203.0.113.7'],
  [1, '198.51.100.1, 203.0.113.7', '203.0.113.7'],
  [2, '192.0.2.1, 198.51.100.1, 203.0.113.7', '198.51.100.1'],
  [1, undefined, '10.0.0.1'],
  [1, '', '10.0.0.1'],
  [1, '203.0.113.7:51423', '203.0.113.7'],
  [1, '[2001:DB8::7]:51423', '2001:db8::7'],
  [2, '[2001:db8::7]:51423, 198.51.100.1:80', '2001:db8::7'],
  [1, 'unknown', '10.0.0.1'],
])('behind %d proxies %s is %s: what a caller writes in front of it counts for nothing', (proxies, forwarded, address) => {
  expect(addressOf(request(forwarded), proxies)).toBe(address);
});
