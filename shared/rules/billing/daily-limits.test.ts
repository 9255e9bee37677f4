import { describe, expect, it } from 'vitest';
import { exceededLimit } from './daily-limits.ts';

const limit = { count: 3, cents: 1_000 };

describe('the limit of a day', () => {
  it.each([
    ['the first', { count: 0, cents: 0 }, 1_000, null],
    ['the last', { count: 2, cents: 400 }, 600, null],
    ['one too many', { count: 3, cents: 400 }, 1, 'count'],
    ['a cent too many', { count: 1, cents: 400 }, 601, 'cents'],
  ] as const)('%s', (_name, moved, amount, expected) => expect(exceededLimit(limit, moved, amount)).toBe(expected));
});
