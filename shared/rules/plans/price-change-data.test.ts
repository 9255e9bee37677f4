import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trimmedPriceChanges, withPriceChange, type PriceChangeEntry } from './price-change-data.ts';

const id = fc.stringMatching(/^price_[A-Za-z0-9]{1,40}$/);
const entry: fc.Arbitrary<PriceChangeEntry> = fc.record({
  on: fc.constant('2026-11-21'),
  amount: fc.nat(99_999),
  from: id,
  to: id,
  product: fc.constantFrom('Super Kiss', 'Super Kiss Plus', 'Once A Month Truck'),
});

const historyOf = (entries: readonly PriceChangeEntry[]): string =>
  entries.reduce<string | undefined>((history, one) => withPriceChange(history, one), undefined) ?? '[]';

describe('price_change_data', () => {
  it('stays below 500 characters and holds the newest changes in their order, as many as fit', () => {
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 12 }), (entries) => {
        const history = historyOf(entries);
        const kept = JSON.parse(history) as PriceChangeEntry[];
        expect(history.length).toBeLessThan(500);
        expect(kept).toEqual(entries.slice(-kept.length));
        const oneMore = JSON.stringify(entries.slice(-kept.length - 1));
        expect(kept.length === entries.length || oneMore.length >= 500).toBe(true);
      }),
    );
  });

  it.each([undefined, '', 'no JSON', '{"on":"2026-11-21"}'])('starts again where there is none that can be read: %s', (history) => {
    const change = { on: '2026-11-21', amount: 3_299, from: 'price_a', to: 'price_b', product: 'Super Kiss' };
    expect(JSON.parse(withPriceChange(history, change))).toEqual([change]);
  });

  it('is trimmed in the same way when it comes whole', () => {
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 12 }), (entries) => {
        expect(trimmedPriceChanges(JSON.stringify(entries))).toBe(historyOf(entries));
      }),
    );
  });

  it.each(['', 'no JSON', '{"on":"2026-11-21"}', JSON.stringify(['x'.repeat(500)])])('is none: %s', (text) => {
    expect(trimmedPriceChanges(text)).toBeNull();
  });
});
