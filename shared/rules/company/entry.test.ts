import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entryRedirect, safeOrigin } from './entry.ts';
import type { Entry } from './entry.ts';

function enter(entry: Partial<Entry>) {
  return entryRedirect({ signedIn: true, amount: null, redeemInterface: false, query: '', ...entry });
}

const missing = { message: 'Required Data is Missing: amount not found.' };

describe('entryRedirect', () => {
  it.each([
    ['a charge', { amount: '12.50', query: '?amount=12.50&saleid=7' }, '/charge?amount=12.50&saleid=7'],
    ['a refund', { amount: '-12.50', query: '?amount=-12.50' }, '/refund?amount=-12.50'],
    ['no money, with the redeem interface', { amount: '0', redeemInterface: true, query: '?amount=0' }, '/redeemunlimited?amount=0'],
    ['no money, without it', { amount: '0.00', query: '?amount=0.00' }, '/search?amount=0.00'],
    ['an ordinary browser', {}, '/search'],
    ['an ordinary browser, with the redeem interface', { redeemInterface: true }, '/redeemunlimited'],
    ['without a sign-in, whatever the amount', { signedIn: false, amount: 'x', query: '?amount=x' }, '/login?amount=x'],
  ])('sends %s on its way', (_what, entry, go) => {
    expect(enter(entry)).toEqual({ go });
  });

  it.each(['', 'abc', '12.505', '1e3', 'NaN'])('says that amount %j is missing', (amount) => {
    expect(enter({ amount, query: `?amount=${amount}` })).toEqual(missing);
  });

  it('says that the amount is missing from a launch without one', () => {
    expect(enter({ query: '?xptUser=3' })).toEqual(missing);
    expect(enter({ query: '?customerId=cus_1', redeemInterface: true })).toEqual(missing);
    expect(enter({ query: '?saleid=7' })).toEqual(missing);
    expect(enter({ query: '?xptUser=3&SaleId=7', redeemInterface: true })).toEqual(missing);
  });
});

describe('safeOrigin', () => {
  it.each(['/', '/customers/cus_1', '/redeemunlimited?amount=0&x=//y', '/search#top', '/a/../b', '/%2F%2Fevil.example'])(
    'keeps %j',
    (path) => {
      expect(safeOrigin(path)).toBe(path);
    },
  );

  it.each([
    '',
    'search',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' //evil.example',
    'https://evil.example',
    'http:evil.example',
    'javascript:alert(1)',
    null,
    undefined,
  ])('goes home instead of to %j', (path) => {
    expect(safeOrigin(path)).toBe('/');
  });

  it('never leads to another origin', () => {
    const home = 'https://washdesk.example';
    const hostile = fc.array(
      fc.constantFrom('/', '\\', '\t', '\r', '\n', ' ', ':', '.', '@', '?', '#', '%2f', 'evil.example', 'http', 'javascript'),
    );
    fc.assert(
      fc.property(hostile, (parts) => {
        expect(new URL(safeOrigin(parts.join('')), home).origin).toBe(home);
      }),
      { numRuns: 2_000 },
    );
  });
});
