import { describe, expect, it } from 'vitest';
import { idempotencyKey } from '@washdesk/contracts/system/operation';
import { chargeKey } from './charge-keys.ts';

const sale = { site: 12, saleid: '4711', amountCents: 1_250, visit: 'visit-1' };

describe('the key of a charge', () => {
  it('is the sale’s own, for every user and every opening', () => {
    expect(chargeKey(sale, 'reader', 1)).toBe('sale:12:4711:1250');
    expect(chargeKey({ ...sale, visit: 'visit-2' }, 'reader', 1)).toBe('sale:12:4711:1250');
  });

  it.each([
    ['another site', chargeKey({ ...sale, site: 27 }, 'reader', 1)],
    ['another sale', chargeKey({ ...sale, saleid: '4712' }, 'reader', 1)],
    ['another amount', chargeKey({ ...sale, amountCents: 1_251 }, 'reader', 1)],
    ['another way to read the card', chargeKey(sale, 'form', 1)],
    ['another attempt', chargeKey(sale, 'reader', 2)],
  ])('differs for %s', (_what, key) => {
    expect(key).not.toBe(chargeKey(sale, 'reader', 1));
  });

  it('without a sale belongs to this visit', () => {
    const nameless = { ...sale, saleid: null };
    expect(chargeKey(nameless, 'reader', 1)).toBe('visit:visit-1:1250');
    expect(chargeKey({ ...nameless, visit: 'visit-2' }, 'reader', 1)).not.toBe(chargeKey(nameless, 'reader', 1));
  });

  it.each(['a b', 'Ü/7', 'é:1'])('is one that the API takes for the sale %s', (saleid) => {
    expect(idempotencyKey.safeParse(chargeKey({ ...sale, saleid }, 'reader', 1)).success).toBe(true);
  });
});
