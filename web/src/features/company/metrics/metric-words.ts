import type { MetricList } from '@washdesk/contracts/company/metrics';
import { metricListRoute, metricsRoute } from './metric-routes.ts';

interface MetricWords {
  /** The text in a row of figures and the title of its list. */
  label: string;
  /** What is counted, as shown to users (docs/rules/company.md#metrics). */
  means: string;
}

/** The label of a movement that a later release added. */
export const unknownMetric: MetricWords = { label: 'Unknown', means: '' };

export const metricWords: Readonly<Record<MetricList, MetricWords>> = {
  members: {
    label: 'Members',
    means:
      'Customers with a plan at the end of the month: active, in a free first month, or past due. Discontinued plans count until they end.',
  },
  new: { label: 'Sign-ups', means: 'Became a member at the site for the first time.' },
  returned: { label: 'Reactivated', means: 'Was a member before, wasn’t at the start of the month, and is again.' },
  left: { label: 'Churned', means: 'Their plan ended in the month and they didn’t come back that month.' },
  voluntary: { label: 'Canceled', means: 'Their plan ended for a reason other than payment.' },
  card_failure: {
    label: 'Involuntary (failed payment)',
    means: 'Stripe stopped retrying a failed payment, or the plan ended with an unpaid invoice.',
  },
  up: {
    label: 'Expansion',
    means: 'Members all month whose monthly price went up: a higher plan or price.',
  },
  down: {
    label: 'Contraction',
    means: 'Members all month whose monthly price went down: a lower plan or price.',
  },
  failed: { label: 'Failed renewals', means: 'Renewal invoices of the month whose first payment failed.' },
  recovered: { label: 'Recovered', means: 'Failed renewals paid since, by a retry or another card.' },
  unpaid: { label: 'Not recovered', means: 'Failed renewals still open, or written off.' },
  washes: { label: 'Washes', means: 'Washes by anyone who was a member in the month, at any site.' },
  cohort: { label: 'Still members', means: 'Sign-ups of the month who are still members at the end of the later month.' },
};

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const shortName = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });
const dateOf = (month: string): Date => new Date(`${month}-01T00:00:00Z`);

/** Formats a month as 'November 2026'. */
export const longMonth = (month: string): string => monthName.format(dateOf(month));
/** Formats a month as 'Nov', for a bar's label. */
export const shortMonth = (month: string): string => shortName.format(dateOf(month));

export interface ShownMetrics {
  /** Null for every site. */
  site: number | null;
  month: string;
}

const query = (facts: Record<string, string | null>): string =>
  new URLSearchParams(Object.entries(facts).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))).toString();

const siteText = (site: number | null): string | null => (site === null ? null : String(site));

export const metricsPath = ({ site, month }: ShownMetrics): string => `${metricsRoute}?${query({ site: siteText(site), month })}`;

/** Returns the path of the members behind a metric. @param cohort the month of sign-up */
export const metricListPath = ({ site, month }: ShownMetrics, list: MetricList, cohort: string | null = null): string =>
  `${metricListRoute}?${query({ list, month, site: siteText(site), cohort })}`;

export const wholeNumber = (value: number): string => value.toLocaleString('en-US');
/** Formats a share as '1.4%'; null as a dash. */
export const percent = (share: number | null): string => (share === null ? '–' : `${(share * 100).toFixed(1)}%`);
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
const fewDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', notation: 'compact', maximumFractionDigits: 1 });
/** Formats an amount without cents. */
export const wholeDollars = (cents: number): string => dollars.format(cents / 100);
/** Formats an amount as '$615' or '$1.2K', above a bar. */
export const shortDollars = (cents: number): string => (Math.abs(cents) < 100_000 ? wholeDollars(cents) : fewDollars.format(cents / 100));
