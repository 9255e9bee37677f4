import { describe, expect, it } from 'vitest';
import type { StartTerms } from '../../ports/payments.ts';
import { previewParams, startParams } from './start-terms.ts';

const second = (iso: string): number => Date.parse(iso) / 1_000;
const from = second('2026-11-21T15:30:00Z');
const anchor = second('2026-12-01T10:00:00Z');
const monthStart = second('2026-11-01T10:00:00Z');
const lastMonth = { product: 'prod_1', amount: 2_999, start: second('2026-10-01T10:00:00Z'), end: monthStart };

const terms = (change: Partial<StartTerms>): StartTerms => ({
  price: 'price_1',
  from,
  anchor,
  first: { kind: 'prorated' },
  taxRates: [],
  ...change,
});

describe('a start and its preview', () => {
  it.each([
    ['prorated, from the second of the preview', terms({}), from],
    ['of a full month, as if begun on the 1st', terms({ first: { kind: 'fullMonth', monthStart } }), monthStart],
  ])('%s', (_name, start, servedFrom) => {
    expect(startParams(start)).toMatchObject({
      items: [{ price: 'price_1' }],
      billing_mode: { type: 'flexible' },
      backdate_start_date: servedFrom,
      billing_cycle_anchor: anchor,
      proration_behavior: 'create_prorations',
    });
    expect(previewParams(start).subscription_details).toMatchObject({
      items: [{ price: 'price_1' }],
      billing_mode: { type: 'flexible' },
      start_date: servedFrom,
      billing_cycle_anchor: { type: 'timestamp', timestamp: anchor },
      proration_behavior: 'create_prorations',
    });
  });

  it('that is free for the month is a trial up to the 1st, and nothing is backdated', () => {
    const start = terms({ first: { kind: 'free' } });
    expect(startParams(start)).toMatchObject({ trial_end: anchor });
    expect(startParams(start)).not.toHaveProperty('backdate_start_date');
    expect(previewParams(start).subscription_details).toMatchObject({ trial_end: anchor });
    expect(previewParams(start).subscription_details).not.toHaveProperty('start_date');
  });

  it('charge for last month by a line with its own period', () => {
    const start = terms({ lastMonth, taxRates: ['txr_1'] });
    const price_data = { currency: 'usd', product: 'prod_1', unit_amount: 2_999 };
    expect(startParams(start).add_invoice_items).toEqual([
      {
        price_data,
        period: { start: { type: 'timestamp', timestamp: lastMonth.start }, end: { type: 'timestamp', timestamp: lastMonth.end } },
      },
    ]);
    expect(previewParams(start).invoice_items).toEqual([{ price_data, period: { start: lastMonth.start, end: lastMonth.end } }]);
    expect(startParams(start).default_tax_rates).toEqual(['txr_1']);
    expect(previewParams(start).subscription_details?.default_tax_rates).toEqual(['txr_1']);
  });
});
