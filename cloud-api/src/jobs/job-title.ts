import type { JobName } from './job.ts';

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

/** What a job does, in a cashier's words: 'Update Sitewatch of Joliet'. A job of a later release has its name alone. */
export function jobTitle({ what, site, siteName }: { what: string; site: number | null; siteName: string | null }): string {
  const at = site === null ? '' : ` of ${siteName ?? `site ${site}`}`;
  return Object.hasOwn(titles, what) ? titles[what as JobName](at) : what;
}
