import { describe, expect, it } from 'vitest';
import { readSale } from './register-context.ts';
import { queryAfterSale, saleQuery } from './sale-query.ts';

describe('the address of a sale', () => {
  it.each(['?customerId=cus_1&amount=12.50&saleid=47%2F11&xptUser=Washcashier1&returnToRedeem=true', '?amount=12.5'])(
    'names %s again',
    (query) => {
      expect(saleQuery(readSale(query)!)).toBe(query);
    },
  );

  it('leaves a paid sale behind and keeps the rest, in whatever case the register writes', () => {
    expect(queryAfterSale('?Amount=12.50&SALEID=7&xptUser=Washcashier1&dxt=1')).toBe('?xptUser=Washcashier1&dxt=1');
    expect(queryAfterSale('?amount=12.50&saleid=7')).toBe('');
  });
});
