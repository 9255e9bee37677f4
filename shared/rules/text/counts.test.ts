import { expect, it } from 'vitest';
import { counted, grouped } from './counts.ts';

it.each([
  [0, '0 members'],
  [1, '1 member'],
  [2, '2 members'],
  [1_204, '1,204 members'],
])('counts %i', (count, words) => {
  expect(counted(count, 'member')).toBe(words);
});

it('takes a plural of its own', () => {
  expect([counted(1, 'entry', 'entries'), counted(3, 'entry', 'entries')]).toEqual(['1 entry', '3 entries']);
});

it('groups thousands', () => {
  expect(grouped(1_234_567)).toBe('1,234,567');
});
