import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { known, readAnswer } from './newer-cloud.ts';

const answer = z.object({
  rows: z.array(z.object({ state: z.enum(['open', 'closed']), by: z.enum(['sms', 'email']).nullable() })),
  count: z.int(),
});
const row = { state: 'open', by: null } as const;

describe('an answer', () => {
  it('loses fields that only a later release knows', () => {
    expect(readAnswer(answer, { rows: [{ ...row, color: 'red' }], count: 1, more: true })).toEqual({ data: { rows: [row], count: 1 } });
  });

  it('keeps members that only a later release knows', () => {
    const later = { rows: [row, { state: 'paused', by: 'letter' }], count: 2 };
    expect(readAnswer(answer, later)).toEqual({ data: later });
  });

  it.each([
    ['a member of another type', { rows: [{ ...row, state: 1 }], count: 1 }],
    ['a member that is missing', { rows: [{ by: null }], count: 1 }],
    ['a wrong field beside a later member', { rows: [{ ...row, state: 'paused' }], count: 'one' }],
  ])('is refused for %s', (_name, wrong) => {
    expect(readAnswer(answer, wrong)).toHaveProperty('issues');
  });
});

it('has a word for a member that only a later release knows', () => {
  const words = { open: 'Open', closed: 'Closed' };
  expect(known(words, 'open', 'Unknown')).toBe('Open');
  expect(known<string, string>(words, 'constructor', 'Unknown')).toBe('Unknown');
});
