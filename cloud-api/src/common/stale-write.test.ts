import { expect, it } from 'vitest';
import { refuseStale } from './stale-write.ts';

const now = { roles: ['Admin'], active: true };

it('refuses only what another user changed, and names both values', () => {
  expect(() =>
    refuseStale('Ada Moore', { was: { roles: ['Cashier'], active: true }, now, wanted: { roles: ['User'], active: false } }),
  ).toThrow(
    expect.objectContaining({
      status: 409,
      code: 'changed_meanwhile',
      message: 'Someone else changed Ada Moore meanwhile. Compare both values, then save again.',
      details: { fields: [{ field: 'roles', now: ['Admin'], wanted: ['User'] }] },
    }),
  );
});

it('lets through what is as it was seen, a repetition, and a caller that does not compare', () => {
  const wanted = { roles: ['User'] };
  expect(() => refuseStale('x', { was: { roles: ['Admin'] }, now, wanted })).not.toThrow();
  expect(() => refuseStale('x', { was: { roles: ['Cashier'] }, now, wanted: { roles: ['Admin'] } })).not.toThrow();
  expect(() => refuseStale('x', { was: undefined, now, wanted })).not.toThrow();
});
