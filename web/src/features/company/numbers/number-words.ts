import type { NumberList } from '@washdesk/contracts/company/numbers';
import { numberListRoute, numbersRoute } from './number-routes.ts';

interface NumberWords {
  /** As a row of figures, and as the title of its list. */
  label: string;
  /** What is counted, for people (docs/rules/company.md#numbers-at-a-glance). */
  means: string;
}

/** A movement of a later release than this tab. */
export const unknownNumber: NumberWords = { label: 'Unknown', means: '' };

export const numberWords: Readonly<Record<NumberList, NumberWords>> = {
  members: {
    label: 'Members',
    means:
      'Customers whose plan runs when the month ends: active, in a free first month, or due for payment. Who discontinued counts until the plan ends.',
  },
  new: { label: 'Sign-ups', means: 'Became a member of the site for the first time.' },
  returned: { label: 'Returned', means: 'Was a member before, was none when the month began, and is one again.' },
  left: { label: 'Left', means: 'Their plan ended in the month, and they did not come back in it.' },
  voluntary: { label: 'Left by their own wish', means: 'Their plan ended, and no payment was the reason.' },
  card_failure: {
    label: 'Lost with their card',
    means: 'Stripe gave up asking for a payment, or the plan ended while a bill of it was owed, whoever ended it.',
  },
  up: {
    label: 'Pay more',
    means: 'Members all month who pay more when it ends than when it began, by their bills: a dearer plan or price.',
  },
  down: {
    label: 'Pay less',
    means: 'Members all month who pay less when it ends than when it began, by their bills: a cheaper plan or price.',
  },
  failed: { label: 'Renewals that failed', means: 'Renewal bills of the month whose first payment did not go through.' },
  recovered: { label: 'Recovered', means: 'Of these, the bills that are paid by now: by a later try or by another card.' },
  unpaid: { label: 'Not recovered', means: 'Of these, the bills that are still open, or were written off.' },
  washes: { label: 'Washes', means: 'Washes of whoever was a member at any time in the month, at whichever site.' },
  cohort: { label: 'Still members', means: 'Of those who signed up in the month, who is a member when the later month ends.' },
};

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const shortName = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });
const dateOf = (month: string): Date => new Date(`${month}-01T00:00:00Z`);

/** 'November 2026'. */
export const longMonth = (month: string): string => monthName.format(dateOf(month));
/** 'Nov', under a bar. */
export const shortMonth = (month: string): string => shortName.format(dateOf(month));

export interface ShownNumbers {
  /** Null is every site. */
  site: number | null;
  month: string;
}

const query = (facts: Record<string, string | null>): string =>
  new URLSearchParams(Object.entries(facts).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))).toString();

const siteText = (site: number | null): string | null => (site === null ? null : String(site));

export const numbersPath = ({ site, month }: ShownNumbers): string => `${numbersRoute}?${query({ site: siteText(site), month })}`;

/** The members behind a number. @param cohort the month of sign-up */
export const numberListPath = ({ site, month }: ShownNumbers, list: NumberList, cohort: string | null = null): string =>
  `${numberListRoute}?${query({ list, month, site: siteText(site), cohort })}`;

export const wholeNumber = (value: number): string => value.toLocaleString('en-US');
/** '1.4%'; a dash where there is no whole. */
export const percent = (share: number | null): string => (share === null ? '–' : `${(share * 100).toFixed(1)}%`);
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
const fewDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', notation: 'compact', maximumFractionDigits: 1 });
/** Without cents, as large amounts are read. */
export const wholeDollars = (cents: number): string => dollars.format(cents / 100);
/** '$1.2K', above a bar. */
export const shortDollars = (cents: number): string => fewDollars.format(cents / 100);
