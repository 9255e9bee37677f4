import { describe, expect, it } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { rolesSuffice } from './access.ts';
import { allEndpoints } from './all.ts';
import { callsByEffect, pinRules, withoutEffect, withoutPin } from './effects.ts';

const changing = allEndpoints.filter(({ method, idempotency }) => method !== 'GET' || idempotency !== undefined).map(({ id }) => id);
const withEffect = new Set(Object.values(callsByEffect).flat());

describe('the table of effects', () => {
  it('has every call that changes something: with its effects, or with the reason why it has none', () => {
    expect(changing.filter((id) => !withEffect.has(id) && !Object.hasOwn(withoutEffect, id))).toEqual([]);
  });

  it('names no call twice, and none that does not exist', () => {
    expect([...withEffect].filter((id) => Object.hasOwn(withoutEffect, id))).toEqual([]);
    expect([...withEffect, ...Object.keys(withoutEffect)].filter((id) => !changing.includes(id))).toEqual([]);
    for (const calls of Object.values(callsByEffect)) expect(new Set(calls).size).toBe(calls.length);
  });

  it('has no call of money, price or access that anyone may make without a sign-in, but the public sign-up', () => {
    const worth = new Set([...callsByEffect.moneyBack, ...callsByEffect.moneyTaken, ...callsByEffect.access, ...callsByEffect.price]);
    const open = allEndpoints.filter(({ id, access }) => worth.has(id) && (access.kind === 'public' || access.kind === 'device'));
    expect(open.map(({ id }) => id)).toEqual(['startCheckout']);
  });
});

describe('the PIN', () => {
  const worth = new Set([...callsByEffect.moneyBack, ...callsByEffect.moneyTaken, ...callsByEffect.access, ...callsByEffect.price]);
  const openToCashiers = allEndpoints.filter(({ id, access }) => worth.has(id) && rolesSuffice(access, Role.Cashier)).map(({ id }) => id);

  it('is asked for by every call of money, price or access that a cashier may make, or the table says why not', () => {
    expect(openToCashiers.toSorted()).toEqual([...Object.keys(pinRules), ...Object.keys(withoutPin)].toSorted());
  });
});
