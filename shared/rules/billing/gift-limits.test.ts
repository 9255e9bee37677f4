import { expect, it } from 'vitest';
import { exceededGift } from './gift-limits.ts';

const limit = { person: 3, device: 6, member: 1 };

it.each([
  [{ person: 2, device: 5, member: 0 }, null],
  [{ person: 3, device: 5, member: 0 }, 'person'],
  [{ person: 0, device: 6, member: 0 }, 'device'],
  [{ person: 0, device: 0, member: 1 }, 'member'],
  [{ person: 9, device: 9, member: 9 }, 'member'],
])('the next gift after %j exceeds %s', (given, exceeded) => {
  expect(exceededGift(limit, given)).toBe(exceeded);
});

it('is exceeded by the first gift if the limit is 0', () => {
  expect(exceededGift({ ...limit, person: 0 }, { person: 0, device: 0, member: 0 })).toBe('person');
});
