import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idsOfNumber, receiptNumber } from './receipt-number.ts';

describe('the number of a receipt', () => {
  it('leads back to its id and to no other of the same moment', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (id, other) => {
        const ids = idsOfNumber(receiptNumber(id)!)!;
        expect(ids.from <= id && id <= ids.to).toBe(true);
        expect(ids.from <= other && other <= ids.to).toBe(receiptNumber(other) === receiptNumber(id));
      }),
    );
  });

  it('is short, and taken as it is typed', () => {
    const id = '019aa000-0000-7000-8000-000000000001';
    expect(receiptNumber(id)).toBe('06DA-0000-01R0');
    expect(idsOfNumber('06da000001r0')).toEqual(idsOfNumber('06DA-0000-01R0'));
  });

  it('is none for an id of the payment provider', () => {
    expect(receiptNumber('ch_1SVabc')).toBeNull();
    expect(idsOfNumber('ch_1SVabc')).toBeNull();
    expect(idsOfNumber('019aa000-0000-7000-8000-000000000001')).toBeNull();
  });
});
