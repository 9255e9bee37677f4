import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atLeast, hasExactly, highestRole, namesOfRoles, needsPin, numberOnlyRoles, Role, roleNames, rolesFromNames } from './roles.ts';

const allRoles = rolesFromNames(roleNames);
const roles = fc.integer({ min: 0, max: allRoles });
const role = fc.constantFrom(...roleNames);

describe('the flags', () => {
  it('are nine different bits, lowest first', () => {
    expect(roleNames.map((name) => Role[name])).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256]);
    expect(allRoles).toBe(511);
  });

  it('go to names and back without loss', () => {
    fc.assert(
      fc.property(roles, (held) => {
        expect(rolesFromNames(namesOfRoles(held))).toBe(held);
      }),
    );
    fc.assert(
      fc.property(fc.subarray([...roleNames]), (names) => {
        expect(namesOfRoles(rolesFromNames(names))).toEqual(names);
      }),
    );
  });

  it('count once when named twice', () => {
    expect(rolesFromNames(['User', 'User'])).toBe(Role.User);
  });
});

describe('atLeast', () => {
  it('compares the combined value with the threshold', () => {
    expect(atLeast(Role.Cashier | Role.User, Role.SalesManager)).toBe(false);
    expect(atLeast(Role.SalesManager, Role.SalesManager)).toBe(true);
    expect(atLeast(Role.Scheduler, Role.SalesManager)).toBe(true);
    expect(atLeast(Role.PriceManager | Role.Reporter, Role.Admin)).toBe(false);
  });

  it('never takes away by a further role', () => {
    fc.assert(
      fc.property(roles, role, role, (held, more, threshold) => {
        fc.pre(atLeast(held, Role[threshold]));
        expect(atLeast(held | Role[more], Role[threshold])).toBe(true);
      }),
    );
  });

  it('holds exactly when the highest role reaches the threshold', () => {
    fc.assert(
      fc.property(roles, role, (held, threshold) => {
        expect(atLeast(held, Role[threshold])).toBe(held > 0 && Role[highestRole(held)] >= Role[threshold]);
      }),
    );
  });
});

describe('hasExactly', () => {
  it('tests the bit, so that an Admin is no PriceManager', () => {
    expect(hasExactly(Role.Admin, Role.PriceManager)).toBe(false);
    expect(hasExactly(Role.Admin | Role.PriceManager, Role.PriceManager)).toBe(true);
  });
});

describe('highestRole', () => {
  it.each([
    [0, 'Cashier'],
    [Role.Cashier, 'Cashier'],
    [Role.Cashier | Role.Reporter | Role.User, 'Reporter'],
    [allRoles, 'Admin'],
  ])('of %d is %s', (held, name) => {
    expect(highestRole(held)).toBe(name);
  });
});

describe('a sign-in by number alone', () => {
  it('carries at most Cashier and User, and no role that is not held but Cashier', () => {
    fc.assert(
      fc.property(roles, (held) => {
        const carried = numberOnlyRoles(held);
        expect(atLeast(carried, Role.SalesManager)).toBe(false);
        expect(carried & ~(held | Role.Cashier)).toBe(0);
        expect(carried).toBeGreaterThan(0);
      }),
    );
  });

  it('lets an Admin go on as a cashier', () => {
    expect(numberOnlyRoles(Role.Admin)).toBe(Role.Cashier);
    expect(numberOnlyRoles(Role.Admin | Role.User)).toBe(Role.User);
  });

  it('needs a PIN exactly for what lies above User', () => {
    fc.assert(
      fc.property(roles, (held) => {
        expect(needsPin(held)).toBe(atLeast(held, Role.SalesManager));
      }),
    );
  });
});
