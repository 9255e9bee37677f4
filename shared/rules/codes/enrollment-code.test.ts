import { describe, expect, it } from 'vitest';
import { enrollmentCodeFrom, readEnrollmentCode, showEnrollmentCode } from './enrollment-code.ts';

describe('an enrollment code', () => {
  it('has ten letters of 32 from random bytes', () => {
    expect(enrollmentCodeFrom(Uint8Array.from([0, 9, 10, 31, 32, 63, 200, 255, 18, 20]))).toBe('09AZ0Z8ZJM');
  });

  it.each([
    ['7kq4m-x2p9t', '7KQ4MX2P9T'],
    [' 7KQ4M X2P9T\n', '7KQ4MX2P9T'],
    ['OIL4M-X2P9T', '0114MX2P9T'],
    ['7KQ4M-X2P9', null],
    ['7KQ4M-X2P9TT', null],
    ['7KQ4M-X2P9U', null],
    ['', null],
  ])('%j is read as %j', (typed, code) => {
    expect(readEnrollmentCode(typed)).toBe(code);
  });

  it('is shown in two groups', () => {
    expect(showEnrollmentCode('7KQ4MX2P9T')).toBe('7KQ4M-X2P9T');
  });
});
