import { formatDateUs, type CalendarDate } from '@washdesk/rules/dates/dates';
import { dollarsToCents, payableCents } from '@washdesk/rules/billing/money';
import type { ChargeSearch } from '../../../domain/charges/charges-api.ts';
import { dollarsField } from '../../../domain/refund/refund-form.ts';
import { parseUsDate } from '../../../domain/us-date.ts';

/** The search form's values: amount in dollars and date, as typed. */
export interface RefundSearch {
  amount: string;
  date: string;
  /** Null is any. */
  site: number | null;
  terminal: string | null;
}

export type SearchProblems = Record<'amount' | 'date', string | null>;

/** The absolute amount of the register's sale, today, and the site here. */
export function firstSearch(saleCents: number | null, today: CalendarDate, site: number | null): RefundSearch {
  return { amount: dollarsField(Math.abs(saleCents ?? 0)), date: formatDateUs(today), site, terminal: null };
}

/** What is wrong with each field; an empty field is not searched by. */
export function searchProblems({ amount, date }: RefundSearch): SearchProblems {
  const isAmount = amount.trim() === '' || payableCents(amount) !== null;
  return {
    amount: isAmount ? null : 'Dollars, such as 12.50',
    date: date.trim() === '' || parseUsDate(date) !== null ? null : 'A date, as MM/DD/YYYY',
  };
}

/** The API's search for the form's values. */
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
