import { expect, it } from 'vitest';
import { asked, unmeasuredContracts, missingCalls, lookupEndpoints } from './calls.ts';

it('knows of every call that lists, searches or looks up, and of no other', () => {
  expect(missingCalls()).toEqual([]);
  const known = new Set(lookupEndpoints.map(({ id }) => id));
  expect([...Object.keys(asked), ...Object.keys(unmeasuredContracts)].filter((id) => !known.has(id))).toEqual([]);
});
