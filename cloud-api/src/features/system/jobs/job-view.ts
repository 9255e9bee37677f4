import type { Job } from '@washdesk/contracts/system/job';
import type { JobName } from '../../../jobs/job.ts';
import type { JobRow } from './jobs.store.ts';

/** Titles for a cashier. `at` names the site where there is one. */
const titles: Record<JobName, (at: string) => string> = {
  'converge.sitewatch': (at) => `Update Sitewatch${at}`,
  'converge.loyalty': () => 'Update the loyalty card and its groups',
  'sitewatch.record-usage': (at) => `Write a wash into Sitewatch${at}`,
  'sitewatch.activate-plan': (at) => `Change a club plan in Sitewatch${at}`,
  'sitewatch.replace-code': (at) => `Replace a plate or tag in Sitewatch${at}`,
  'sitewatch.switch-code': (at) => `Switch a plate or tag in Sitewatch${at}`,
  'receipt.print': () => 'Print a receipt',
  'increase.acknowledge': () => 'Keep that a price increase was acknowledged',
  'message.send': () => 'Send a message',
  'reader-payment.settle': () => "Settle a card reader's payment",
  'sale.check': (at) => `Check the sale of a charge in Sitewatch${at}`,
  alert: (at) => `Something to look at${at}`,
  'payment.changed-later': () => 'Look into what Stripe told later',
  'plan.begun': () => 'Write note, receipt and welcome of a plan that was paid at Stripe',
  'checkout.complete': () => 'Complete an online sign-up',
};

const titleOf = ({ what, site, siteName }: JobRow): string => {
  const at = site === null ? '' : ` of ${siteName ?? `site ${site}`}`;
  return Object.hasOwn(titles, what) ? titles[what as JobName](at) : what;
};

export const viewJob = (row: JobRow): Job => ({
  id: row.id,
  what: row.what,
  title: titleOf(row),
  site: row.site,
  customer: row.customer,
  state: row.state as Job['state'],
  attempts: row.attempts,
  reason: row.last_error,
  created: row.created.toISOString(),
  due: row.due.toISOString(),
  deadline: row.deadline.toISOString(),
  overdue: row.overdue,
  settled: row.settled?.toISOString() ?? null,
  dismissedBy: row.dismissed_by,
  why: row.why,
});
