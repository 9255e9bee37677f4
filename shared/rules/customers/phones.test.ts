import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPhone, isPhone, toE164 } from './phones.ts';

describe('formatPhone', () => {
  it.each([
    ['8155550100', '(815) 555-0100'],
    ['+1 815 555 0100', '(815) 555-0100'],
    ['815-555-0100', '(815) 555-0100'],
    ['815555', '815555'],
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

describe('toE164', () => {
  it.each(['8155550100', '(815) 555-0100', '1 815 555 0100', '+1 815.555.0100', '+18155550100'])('knows %s', (given) => {
    expect(toE164(given)).toBe('+18155550100');
  });

  it.each(['', '555-0100', '0155550100', '8151550100', '+44 20 7946 0958', '+448155550100', '81555501001', '22222'])(
    'takes %j for no number of the US or Canada',
    (given) => {
      expect(toE164(given)).toBeNull();
    },
  );

  it('reads as people read it, and back', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[2-9]\d{2}[2-9]\d{6}$/), (digits) => {
        expect(toE164(formatPhone(digits))).toBe(`+1${digits}`);
      }),
    );
  });
});

describe('isPhone', () => {
  it.each(['8155550100', '(815) 555-0100', '+1 815.555.0100', '+44 20 7946 0958'])('accepts %s', (text) =>
    expect(isPhone(text)).toBe(true),
  );
  it.each(['', 'call me maybe', '815 555 0100 after five', '555-0100', '0000000000', '+44', '+1 23', 'n/a', '-'])('refuses %j', (text) =>
    expect(isPhone(text)).toBe(false),
  );
});
