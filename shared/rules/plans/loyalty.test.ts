import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupsFor, loyaltyGroups } from './loyalty.ts';

const member = { admitted: true, productClass: 'Super Kiss', clubCode: 'A', plate: 'ABC123-IL' };
const memberships = fc.record({
  admitted: fc.boolean(),
  productClass: fc.constantFrom(null, 'Super Kiss', 'Super Kiss Plus', 'Interior', 'Super Interior', 'Interior Plus'),
  clubCode: fc.constantFrom(null, '', 'A', 'B', 'E', 'F', 'f'),
  plate: fc.constantFrom('', 'ABC123-IL', 'ABC123-HI', 'abc123-hi', 'HI-IL', '6298921312345678'),
});

describe('the groups of a member', () => {
  it.each([
    [{}, 'Active Unlimited Plans'],
    [{ productClass: 'Super Kiss Plus', clubCode: 'B' }, 'Active Unlimited PLUS members'],
    [{ productClass: 'Super Interior', clubCode: 'F', plate: 'ABC123-HI' }, 'Active Unlimited Plans'],
    [{ productClass: 'Interior Plus', clubCode: 'E', plate: 'ABC123-HI' }, 'Active Unlimited PLUS members'],
    [{ plate: '' }, 'Active Unlimited Plans'],
    [{ plate: 'ABC123-HI' }, 'None'],
    [{ productClass: 'Super Interior', clubCode: 'F' }, 'None'],
    [{ admitted: false }, 'None'],
  ])('%j: %s', (more, group) => expect(groupsFor({ ...member, ...more })).toEqual([group]));

  it('are always exactly one, and none that is not admitted is in one that opens a gate', () => {
    fc.assert(
      fc.property(memberships, (any) => {
        const groups = groupsFor(any);
        expect(groups).toHaveLength(1);
        expect(loyaltyGroups).toContain(groups[0]);
        expect(any.admitted || groups[0] === 'None').toBe(true);
      }),
    );
  });

  it('never open a gate for one plan under a HI plate and under another one', () => {
    fc.assert(
      fc.property(memberships, (any) => {
        const under = (plate: string) => groupsFor({ ...any, admitted: true, plate })[0];
        expect([under('ABC123-HI'), under('ABC123-IL')].filter((group) => group === 'None')).toHaveLength(1);
      }),
    );
  });
});
