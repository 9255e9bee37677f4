import { describe, expect, it } from 'vitest';
import { testReceipt } from '@washdesk/site-protocol/test-receipt';
import type { TagRead } from '../ports/tag-reader.ts';
import { AntennaReads } from './antenna-reads.ts';
import { GuessLimit } from './guess-limit.ts';
import { Pins } from './pins.ts';
import { isPrivateAddress } from './private-address.ts';
import { RecentLog } from './recent-log.ts';
import { Sessions } from './sessions.ts';

const minute = 60_000;

describe('guesses of a PIN', () => {
  it('of one address wait twice as long each time, up to 15 minutes, and are forgotten after an hour', () => {
    const limit = new GuessLimit();
    const waits = [];
    let now = 0;
    for (let guess = 0; guess < 14; guess += 1) {
      limit.begin('10.0.0.2', now);
      waits.push(limit.waitMs('10.0.0.2', now) / 1_000);
      now += limit.waitMs('10.0.0.2', now);
    }
    expect(waits).toEqual([0, 0, 0, 5, 10, 20, 40, 80, 160, 320, 640, 900, 900, 900]);
    expect(limit.waitMs('10.0.0.3', now)).toBe(0);
    limit.begin('10.0.0.2', now + 60 * minute);
    expect(limit.waitMs('10.0.0.2', now + 60 * minute)).toBe(0);
  });

  it('of many addresses wait together', () => {
    const limit = new GuessLimit();
    for (let guess = 0; guess < 24; guess += 1) limit.begin(`10.0.0.${guess}`, 0);
    expect(limit.waitMs('10.0.0.99', 0)).toBe(80_000);
  });

  it('of others keep out no address from which someone signed in, until it guesses itself', () => {
    const limit = new GuessLimit();
    limit.begin('10.0.0.2', 0);
    limit.right('10.0.0.2');
    for (let guess = 0; guess < 24; guess += 1) limit.begin(`10.0.1.${guess}`, 0);
    expect(limit.waitMs('10.0.0.2', 0)).toBe(0);
    for (let guess = 0; guess < 4; guess += 1) limit.begin('10.0.0.2', 0);
    expect(limit.waitMs('10.0.0.2', 0)).toBe(300_000);
  });

  it('do not count once one was right', () => {
    const limit = new GuessLimit();
    for (let guess = 0; guess < 3; guess += 1) limit.begin('10.0.0.2', 0);
    limit.right('10.0.0.2');
    limit.begin('10.0.0.2', 0);
    expect(limit.waitMs('10.0.0.2', 0)).toBe(0);
  });
});

it('PINs sign in as their role', async () => {
  const pins = new Pins({ it: '123456', cashier: '654321' });
  expect(await Promise.all(['123456', '654321', '111111', ''].map((pin) => pins.roleOf(pin)))).toEqual(['it', 'cashier', null, null]);
});

describe('a session', () => {
  it('ends after its idle time, which reading the page does not extend', () => {
    const sessions = new Sessions();
    const token = sessions.begin('it', 0);
    expect(sessions.roleOf(token, 29 * minute, { press: true })).toBe('it');
    expect(sessions.roleOf(token, 58 * minute, { press: false })).toBe('it');
    expect(sessions.roleOf(token, 59 * minute, { press: true })).toBeNull();
  });

  it('ends after 12 hours in any case', () => {
    const sessions = new Sessions();
    const token = sessions.begin('cashier', 0);
    for (let hour = 1; hour < 12; hour += 1) expect(sessions.roleOf(token, hour * 60 * minute, { press: true })).toBe('cashier');
    expect(sessions.roleOf(token, 12 * 60 * minute, { press: true })).toBeNull();
  });

  it('is one of 50: the oldest ends', () => {
    const sessions = new Sessions();
    const [first] = Array.from({ length: 51 }, () => sessions.begin('it', 0));
    expect(sessions.roleOf(first ?? '', 0, { press: false })).toBeNull();
  });
});

it.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['10.1.2.3', true],
  ['172.31.0.1', true],
  ['192.168.1.1', true],
  ['fd00::1', true],
  ['172.32.0.1', false],
  ['8.8.8.8', false],
  ['2001:db8::1', false],
  ['localhost', false],
  ['', false],
])('address %s is private: %s', (address, expected) => {
  expect(isPrivateAddress(address)).toBe(expected);
});

it('the recent log returns what is new, and forgets the oldest', () => {
  const log = new RecentLog();
  for (let line = 0; line < 400; line += 1) log.add(`${line}\n`);
  expect(log.from(0).lines).toHaveLength(300);
  expect(log.from(398)).toEqual({ next: 400, lines: ['398', '399'] });
  expect(log.from(400)).toEqual({ next: 400, lines: [] });
  expect(log.from(500)).toEqual({ next: 400, lines: [] });
});

it('a site’s name opens no cash drawer', () => {
  const site = { number: 12, name: 'A{command:x}', timeZone: 'America/Chicago' };
  expect(testReceipt({ site, printer: 'p', by: 'IT', at: new Date(0) })).toContain('A\\{command:x\\}');
});

it('the antennas of a reader are listed with what each has read, also those without a lane', () => {
  const listeners: ((read: TagRead) => void)[] = [];
  const driver = { onRead: (listener: (read: TagRead) => void) => (listeners.push(listener), () => undefined) };
  const reads = new AntennaReads({ id: 'reader', config: { antennas: { '1': 1, '2': 2 } }, driver });
  for (const antenna of [1, 1, 3]) listeners[0]?.({ reader: 'reader', antenna, tag: 'E2000019', rssi: -48, count: 2, at: 1_000 });
  expect(reads.lines(4_000)).toEqual([
    { what: 'Antenna 1, lane 1', found: '4 reads, the last E2000019 at -48 dBm, 3 s ago' },
    { what: 'Antenna 2, lane 2', found: 'no read since the start' },
    { what: 'Antenna 3, no lane', found: '2 reads, the last E2000019 at -48 dBm, 3 s ago' },
  ]);
});
