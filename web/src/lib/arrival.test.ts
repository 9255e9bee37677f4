import { describe, expect, it } from 'vitest';
import { addressOpened, arrivalSlice, cameFromDxt, readArrival, readSale } from './arrival.ts';

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

describe('the sale', () => {
  const reduce = arrivalSlice.reducer;
  const begun = readArrival('?amount=5&saleid=1', '');

  it('stays while addresses without one are opened', () => {
    expect(reduce(begun, addressOpened('?searchString=X')).sale?.saleid).toBe('1');
  });

  it('is replaced as a whole by the next', () => {
    expect(reduce(begun, addressOpened('?saleid=2')).sale).toMatchObject({ saleid: '2', amount: null });
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
    expect(cameFromDxt(readArrival(query, referrer), 'https://dxt.example/app')).toBe(came);
  });
});
