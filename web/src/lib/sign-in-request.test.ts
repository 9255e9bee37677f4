import { describe, expect, it } from 'vitest';
import { initialLoginMode } from './sign-in-request.ts';

describe('initialLoginMode', () => {
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
    expect(initialLoginMode(origin, query)).toBe(mode);
  });
});
