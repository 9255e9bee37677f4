import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPhone } from './phones.ts';

describe('formatPhone', () => {
  it.each([
    ['8155550100', '(815) 555-0100'],
    ['+1 815 555 0100', '(815) 555-0100'],
    ['815-555-0100', '(815) 555-0100'],
    ['+44 20 7946 0958', '+44 20 7946 0958'],
    ['', ''],
  ])('%s reads %s', (given, read) => {
    expect(formatPhone(given)).toBe(read);
  });

  it('keeps every digit of what it changes, and changes nothing twice', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[2-9]\d{9}$/), (digits) => {
        expect(formatPhone(digits).replace(/\D/g, '')).toBe(digits);
        expect(formatPhone(formatPhone(digits))).toBe(formatPhone(digits));
      }),
    );
  });
});
