import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDateUs } from '@washdesk/rules/dates/dates';
import { parseUsDate } from './us-date.ts';

describe('parseUsDate', () => {
  it.each([
    ['11/22/2026', '2026-11-22'],
    [' 1/2/26 ', '2026-01-02'],
    ['11222026', '2026-11-22'],
    ['2-29-2024', '2024-02-29'],
  ])('reads %s', (text, date) => {
    expect(parseUsDate(text)).toBe(date);
  });

  it.each(['', '11/22', '13/01/2026', '2/29/2026', '04/31/2026', '1122', '11/22/1999', '2026-11-22', 'today'])('refuses %j', (text) => {
    expect(parseUsDate(text)).toBeNull();
  });

  it('reads every day that we write', () => {
    const days = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(days, (day) => {
        const date = day.toISOString().slice(0, 10);
        expect(parseUsDate(formatDateUs(date))).toBe(date);
      }),
    );
  });
});
