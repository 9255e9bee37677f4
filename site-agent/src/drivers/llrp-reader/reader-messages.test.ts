import { describe, expect, it } from 'vitest';
import { MalformedMessage } from './parameters.ts';
import { notificationOf, statusOf, statusText } from './reader-messages.ts';

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');

describe('events', () => {
  it.each([
    ['a successful connection attempt', '00f600160080000c0006447089db0a40010000060000', { kind: 'connection-attempt', status: 0 }],
    ['a taken reader', '00f600160080000c0006447089db0a40010000060002', { kind: 'connection-attempt', status: 2 }],
    ['a disconnected antenna', '00f600170080000c0006447089db0a4000ff0007000002', { kind: 'antenna', antenna: 2, isConnected: false }],
    ['a full buffer', '00f600150080000c0006447089db0a4000fa00055a', { kind: 'buffer-level', percent: 90 }],
    ['an exception', '00f600190080000c0006447089db0a4000fc00090003e282ac', { kind: 'exception', text: '€' }],
  ])('contain %s', (_, hex, event) => {
    expect(notificationOf(bytes(hex))).toEqual({ time: { clock: 'utc', ms: 1_764_100_000_123.456 }, events: [event] });
  });

  it('may have the uptime in place of UTC', () => {
    expect(notificationOf(bytes('00f600100081000c00000000000003e8'))).toEqual({ time: { clock: 'uptime', ms: 1 }, events: [] });
  });

  it.each(['', '00f6000900ff00050000', '00f60020', '00f5000400f6'])('without their data (%j) are malformed', (hex) => {
    expect(() => notificationOf(bytes(hex))).toThrow(MalformedMessage);
  });
});

it.each([
  ['011f000c006d00046f6f7073', 'status 109, unsupported message: oops'],
  ['011f000801f50000', 'status 501'],
  ['011f0008019100ff', 'status 401, device error'],
])('shows the status %s as %s', (hex, text) => {
  expect(statusText(statusOf(bytes(hex))!)).toBe(text);
});
