import { describe, expect, it } from 'vitest';
import { receiptSummary } from './receipt-summary.ts';
import { sampleReceipt } from './receipts.fixture.ts';

describe('the row of a receipt', () => {
  it.each([
    ['signup', 'ABC123', 'ABC123', 3_261],
    ['charge', 'ABC123', 'ABC123', 1_250],
    ['refund', 'ABC123', 'ABC123', 1_250],
    ['planchange', 'ABC123', 'ABC123', 3_261],
    ['priceincrease', 'ABC123', 'ABC123', 3_805],
    ['redeem', 'ABC123', 'ABC123', null],
    ['giftcard', null, 'Gift card ending in ABC123', 1_500],
    ['coupon', 'ABC123', 'Coupon ABC123', null],
  ] as const)('says plate, item and price: %s', (kind, code, item, price) => {
    expect(receiptSummary(sampleReceipt(kind, 'ABC123'))).toEqual({ code, item, price });
  });
});
