import { describe, expect, it } from 'vitest';
import { readState, relayDialects } from './dialects.ts';

const hex = (bytes: Buffer | undefined) => bytes?.toString('hex');

describe('LCUS', () => {
  it.each([
    [1, 'a00101a2', 'a00100a1'],
    [2, 'a00201a3', 'a00200a2'],
    [8, 'a00801a9', 'a00800a8'],
  ])('switches relay %i', (channel, on, off) => {
    const { lcus } = relayDialects;
    expect([hex(lcus.on(channel)), hex(lcus.off(channel))]).toEqual([on, off]);
  });
});

it('HW-667 has single bytes, and times a pulse of one second', () => {
  const { on, off, pulse } = relayDialects['hw-667'];
  expect([hex(on(1)), hex(off(1)), hex(pulse?.bytes), pulse?.ms]).toEqual(['aa', 'bb', 'cc', 1_000]);
});

describe('Numato', () => {
  it('numbers its relays from 0', () => {
    const { on, off, query } = relayDialects.numato;
    expect([on(1), off(2), query?.(3)].map(String)).toEqual(['relay on 0\r', 'relay off 1\r', 'relay read 2\r']);
  });

  it.each([
    ['relay read 0\n\ron\n\r>', true],
    ['relay read 0\r\noff\r\n>', false],
    ['>', null],
    ['relay on 0\n\r>', null],
    ['relay read 0\n\ron\n\r>\n\roff\n\r>', null],
  ])('reads %j', (response, state) => {
    expect(readState(response)).toBe(state);
  });
});
