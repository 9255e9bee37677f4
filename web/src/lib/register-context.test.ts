import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { entryMessages, entryRedirect } from '@washdesk/rules/company/entry';
import { addressOpened, registerContextSlice, cameFromDxt, readRegisterContext, readSale, saleDone } from './register-context.ts';

describe('readSale', () => {
  it('reads every parameter, in any case', () => {
    expect(readSale('?CustomerID=cus_1&AMOUNT=-12.5&saleId=9&xptuser=Detail1&returntoredeem=True')).toEqual({
      customerId: 'cus_1',
      amount: '-12.5',
      amountCents: -1250,
      saleid: '9',
      xptUser: 'Detail1',
      returnToRedeem: true,
    });
  });

  it.each(['', '?searchString=ABC-IL', '?returnToRedeem=yes'])('finds no sale in "%s"', (query) => {
    expect(readSale(query)).toBeNull();
  });

  it('keeps an amount that is not dollars for the message, without cents', () => {
    expect(readSale('?amount=12.505')).toMatchObject({ amount: '12.505', amountCents: null });
  });
});

describe("the sale's amount", () => {
  const entered = (query: string) =>
    entryRedirect({ signedIn: true, amount: readSale(query)?.amount ?? null, redeemInterface: true, query });
  const cents = fc.integer({ min: -99_999_999, max: 99_999_999 });

  it('is exact cents for all that a register can write, and leads to its screen', () => {
    fc.assert(
      fc.property(cents, fc.boolean(), (amount, isShort) => {
        const full = centsToDollars(amount).replaceAll(/[$,]/g, '');
        // '12.50' may also be written '12.5', and '12.00' as '12'
        const written = isShort ? full.replace(/\.?0+$/, '') : full;
        const query = `?${new URLSearchParams({ amount: written, saleid: '1' }).toString()}`;
        expect(readSale(query)?.amountCents).toBe(amount);
        expect(entered(query)).toEqual({ go: `${amount > 0 ? '/charge' : amount < 0 ? '/refund' : '/redeemunlimited'}${query}` });
      }),
    );
  });

  it('with a third decimal, or anything else in it, is no amount', () => {
    const third = fc.tuple(cents, fc.integer({ min: 0, max: 9 })).map(([amount, digit]) => `${(amount / 100).toFixed(2)}${digit}`);
    const odd = fc.constantFrom('', ' ', '.', '-', '--1', '1,000', '$5', '1e2', '12.5.0', 'NaN', '0x10', '٣');
    fc.assert(
      fc.property(fc.oneof(third, odd), (written) => {
        const query = `?${new URLSearchParams({ amount: written, saleid: '1' }).toString()}`;
        expect(readSale(query)?.amountCents).toBeNull();
        expect(entered(query)).toEqual({ message: entryMessages.amountMissing });
      }),
    );
  });
});

describe('the sale', () => {
  const reduce = registerContextSlice.reducer;
  const begun = readRegisterContext('?amount=5&saleid=1', '');

  it('stays while addresses without one are opened', () => {
    expect(reduce(begun, addressOpened('?searchString=X')).sale?.saleid).toBe('1');
  });

  it('is replaced as a whole by the next', () => {
    expect(reduce(begun, addressOpened('?saleid=2')).sale).toEqual(readSale('?saleid=2'));
  });

  it('is gone once it is done, and the register stays', () => {
    const at = readRegisterContext('?amount=5&saleid=1&xptUser=Detail1', '');
    const done = reduce(at, saleDone());
    expect(done).toMatchObject({ sale: null, terminal: 'Detail1' });
    expect(reduce(done, addressOpened('?searchString=X')).sale).toBeNull();
    expect(reduce(done, addressOpened('?saleid=2&amount=7'))).toMatchObject({ sale: { saleid: '2', xptUser: null }, terminal: 'Detail1' });
  });
});

describe('cameFromDxt', () => {
  it.each([
    ['?dxt=1', '', true],
    ['', 'https://dxt.example/app', true],
    ['', 'https://dxt.example/app/lanes', true],
    ['', 'https://dxt.example/application', false],
    ['', '', false],
  ])('query "%s", referrer "%s": %s', (query, referrer, came) => {
    expect(cameFromDxt(readRegisterContext(query, referrer), 'https://dxt.example/app')).toBe(came);
  });
});
