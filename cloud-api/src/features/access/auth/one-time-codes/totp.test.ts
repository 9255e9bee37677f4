import { describe, expect, it } from 'vitest';
import { codeAt, freshSecret, sharedForm, stepOf } from './totp.ts';

/** The secret of RFC 6238, appendix B. */
const secret = Buffer.from('12345678901234567890');
const at = (seconds: number) => new Date(seconds * 1_000);

describe('a one-time code', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
  ])('is that of RFC 6238 at second %i', (seconds, code) => {
    expect(codeAt(secret, at(seconds))).toBe(code);
    expect(stepOf(secret, code, at(seconds))).toBe(Math.floor(seconds / 30));
  });

  it('is taken one step early and one step late, and names its own step', () => {
    const code = codeAt(secret, at(1_000_000_020));
    const step = Math.floor(1_000_000_020 / 30);
    expect([-60, -30, 0, 30, 60].map((seconds) => stepOf(secret, code, at(1_000_000_020 + seconds)))).toEqual([
      null,
      step,
      step,
      step,
      null,
    ]);
  });

  it('is none of another secret, nor of other digits', () => {
    const code = codeAt(secret, at(59));
    expect(stepOf(Buffer.from('12345678901234567891'), code, at(59))).toBeNull();
    for (const wrong of ['', '28708', '0287082', 'abcdef']) expect(stepOf(secret, wrong, at(59))).toBeNull();
  });

  it('has a secret of 160 bits, as an app scans it', () => {
    expect(freshSecret()).toHaveLength(20);
    expect(sharedForm(secret, 'priya')).toEqual({
      secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      uri: 'otpauth://totp/Washdesk:priya?issuer=Washdesk&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30',
    });
  });
});
