import { describe, expect, it } from 'vitest';
import { realTimeFault, StatusParser } from './status-bytes.ts';

describe('StatusParser', () => {
  it('tells the three kinds of status apart', () => {
    const events = new StatusParser().push(Uint8Array.of(0x12, 0x10, 0x00, 0x00, 0x0f, 0x00));
    expect(events).toEqual([
      { kind: 'real-time', byte: 0x12 },
      { kind: 'automatic', fault: undefined },
      { kind: 'completion', paperOut: false },
    ]);
  });

  it('puts an automatic status together that comes in pieces', () => {
    const parser = new StatusParser();
    const events = [0x18, 0x00, 0x0c, 0x0f].map((byte) => parser.push(Uint8Array.of(byte)));
    expect(events).toEqual([[], [], [], [{ kind: 'automatic', fault: 'paper-out' }]]);
  });

  it.each([
    ['cover-open', [0x38, 0x00, 0x0c, 0x0f]],
    ['paper-out', [0x18, 0x00, 0x0c, 0x0f]],
    ['printer-error', [0x18, 0x08, 0x00, 0x0f]],
    ['offline', [0x18, 0x00, 0x00, 0x0f]],
  ])('names %s as the cause', (fault, bytes) => {
    expect(new StatusParser().push(Uint8Array.from(bytes))).toEqual([{ kind: 'automatic', fault }]);
  });

  it('knows from the completion whether the paper ended', () => {
    expect(new StatusParser().push(Uint8Array.of(0x0c))).toEqual([{ kind: 'completion', paperOut: true }]);
  });

  it('passes over flow control', () => {
    expect(new StatusParser().push(Uint8Array.of(0x11, 0x13))).toEqual([]);
  });
});

it.each([
  [undefined, 0x12, 0x12],
  ['offline', 0x1a, 0x12],
  ['cover-open', 0x1a, 0x16],
  ['paper-out', 0x1a, 0x32],
  ['printer-error', 0x1a, 0x52],
])('finds %s in the answers to the two inquiries', (fault, printer, cause) => {
  expect(realTimeFault(printer, cause)).toBe(fault);
});
