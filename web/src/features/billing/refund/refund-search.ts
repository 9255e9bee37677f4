import { z } from 'zod';
import { dollarsToCents, payableCents } from '@washdesk/rules/billing/money';
import { formatDateUs, type CalendarDate } from '@washdesk/rules/dates/dates';
import type { ChargeSearch } from '../../../domain/charges/charges-api.ts';
import { dollarsField } from '../../../domain/refund/refund-form.ts';
import { parseUsDate } from '../../../domain/us-date.ts';

/** The search form's values: amount in dollars and date, as typed; null site and terminal match any. */
const refundSearch = z.object({ amount: z.string(), date: z.string(), site: z.number().nullable(), terminal: z.string().nullable() });
export type RefundSearch = z.infer<typeof refundSearch>;

/** Returns the first search: the absolute amount of the register's sale, today's date and this site. */
export function initialSearch(saleCents: number | null, today: CalendarDate, site: number | null): RefundSearch {
  return { amount: dollarsField(Math.abs(saleCents ?? 0)), date: formatDateUs(today), site, terminal: null };
}

const isEmptyOr = (isRight: (text: string) => boolean) => (text: string) => text.trim() === '' || isRight(text);

/** The validation of the search form. The output is the API's query without empty fields. */
export const refundSearchRules = refundSearch
  .extend({
    amount: z.string().refine(
      isEmptyOr((text) => payableCents(text) !== null),
      'Dollars, such as 12.50',
    ),
    date: z.string().refine(
      isEmptyOr((text) => parseUsDate(text) !== null),
      'A date, as MM/DD/YYYY',
    ),
  })
  .transform(chargeSearch);

/** Converts the form's values to the API's search. */
export function chargeSearch({ amount, date, site, terminal }: RefundSearch): ChargeSearch {
  const cents = dollarsToCents(amount);
  const day = parseUsDate(date);
  return {
    ...(cents !== null && { amount: cents }),
    ...(day && { date: day }),
    ...(site !== null && { site }),
    ...(terminal && { terminal }),
  };
}
