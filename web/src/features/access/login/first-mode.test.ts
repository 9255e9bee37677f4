import { describe, expect, it } from 'vitest';
import { firstMode } from './first-mode.ts';

describe('firstMode', () => {
  it.each([
    ['/locationlanding', '', 'cashier'],
    ['/isi', '', 'cashier'],
    ['/LocationRefund/', '', 'cashier'],
    ['/redeeminterface?x=1', '', 'cashier'],
    ['/', '?xptuser=Detail1', 'cashier'],
    ['/search?xptUser=Detail1', '', 'cashier'],
    ['/', '', 'user'],
    ['/redeemunlimited', '', 'user'],
    ['/isitopen', '', 'user'],
  ])('from %s with "%s": %s', (origin, query, mode) => {
    expect(firstMode(origin, query)).toBe(mode);
  });
});
