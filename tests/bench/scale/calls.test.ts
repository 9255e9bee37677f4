import { expect, it } from 'vitest';
import { asked, leftOut, missingCalls, lookupEndpoints } from './calls.ts';

it('knows of every call that lists, searches or looks up, and of no other', () => {
  expect(missingCalls()).toEqual([]);
  const known = new Set(lookupEndpoints.map(({ id }) => id));
  expect([...Object.keys(asked), ...Object.keys(leftOut)].filter((id) => !known.has(id))).toEqual([]);
});
