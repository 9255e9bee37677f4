import { reasonInWords } from './job-reasons.ts';

/** What keeps a job from its end, and what a person does about it (docs/rules/company.md#pending-jobs). */
export const jobCauses = {
  unreachable: {
    words: 'The site is offline',
    action: 'Nothing, if the site comes back: its jobs run by themselves. If it stays offline, check its PC and its internet connection.',
  },
  'no-answer': {
    words: 'Sitewatch doesn’t respond in time',
    action: 'Check that the Sitewatch server of the site runs and isn’t overloaded. The jobs are retried by themselves.',
  },
  'sitewatch-unavailable': {
    words: 'Sitewatch is unavailable',
    action: 'Start the Firebird service on the Sitewatch server of the site, and check its port. The jobs are then retried by themselves.',
  },
  sitewatch: {
    words: 'Sitewatch reported an error',
    action: 'Read the reason. If Sitewatch rejected the value, correct the customer, then retry.',
  },
  'no-class': {
    words: 'The plan has no product class',
    action: 'Add the product class to the plan’s product in Stripe, then retry.',
  },
  'invalid-code': {
    words: 'The plate or tag isn’t valid in Sitewatch',
    action: 'Correct the plate or tag of the customer. The job then runs by itself.',
  },
  'taken-code': {
    words: 'The plate or tag is in use',
    action: 'Find out who has the plate or tag now. Correct one of the customers, then retry, or dismiss the job.',
  },
  removed: {
    words: 'The customer or record no longer exists',
    action: 'Nothing is left to update. Dismiss the job.',
  },
  stripe: {
    words: 'Stripe doesn’t respond or refused',
    action: 'Check Stripe’s status page. The jobs are retried by themselves; a refused one needs its reason read.',
  },
  message: {
    words: 'The message wasn’t sent',
    action: 'Correct the phone number or email of the customer, or the set-up of texts and email, then retry.',
  },
  sale: {
    words: 'The sale doesn’t match Sitewatch',
    action: 'Compare the sale in Sitewatch with the charge. Refund or correct it, then dismiss the job.',
  },
  review: {
    words: 'A person must look at it',
    action: 'Read the reason and do what it says, then dismiss the job.',
  },
  waiting: {
    words: 'Waiting for something else',
    action: 'Nothing: it continues by itself.',
  },
  release: {
    words: 'Written by another release',
    action: 'Update every server of Washdesk to the same release, then retry.',
  },
  fault: {
    words: 'Washdesk failed',
    action: 'Look at the error list at the time of the last try. Report it, then retry.',
  },
  deadline: {
    words: 'The deadline passed without a result',
    action: 'Retry. If it stays open, check the connection to its target.',
  },
  other: {
    words: 'Another reason',
    action: 'Read the reason. Correct what it names, then retry.',
  },
} as const satisfies Record<string, { words: string; action: string }>;
export type JobCause = keyof typeof jobCauses;

export const jobCauseNames = Object.keys(jobCauses) as [JobCause, ...JobCause[]];

const byReason: readonly (readonly [RegExp, JobCause])[] = [
  [
    /^(?:Can’t reach the Sitewatch of |No connection to the sites|Site \d+ (?:is offline|hasn’t been heard)|The agent of site \d+ )/u,
    'unreachable',
  ],
  [/didn’t respond in time$/u, 'no-answer'],
  [/ has no product class$/u, 'no-class'],
  [/ isn’t a valid plate or tag/u, 'invalid-code'],
  [/ belongs to another customer at /u, 'taken-code'],
  [/^(?:Unknown customer|The customer was removed|The message was removed|Notice not found)$/u, 'removed'],
  [/^What is stored of this job cannot be read/u, 'release'],
  [/^Something went wrong on our end$/u, 'fault'],
  [/^Sitewatch(?: of .*)? (?:is unavailable|can’t be reached)/u, 'sitewatch-unavailable'],
  [/^Sitewatch of /u, 'sitewatch'],
  [/^(?:Another change to this customer|Its capture) is/u, 'waiting'],
  [
    /^(?:Not paid yet|Paid meanwhile|No card entered yet|Waiting for|Work for the site is open|The invoice isn’t available yet)/u,
    'waiting',
  ],
  [/Stripe/u, 'stripe'],
];

const byJob: Readonly<Record<string, JobCause>> = {
  alert: 'review',
  'payment.changed-later': 'review',
  'sale.check': 'sale',
  'message.send': 'message',
  'member-link.send': 'message',
  'member-sign-in.send': 'message',
  'weekly-report.send': 'message',
  'alert.send': 'message',
};

/** Returns the cause of an open job. @param reason why its last attempt did not succeed; null before the first attempt */
export function jobCause({ what, reason }: { what: string; reason: string | null }): JobCause {
  const own = byJob[what];
  if (own === 'review') return own;
  if (reason === null) return 'deadline';
  const words = reasonInWords({ what, siteName: null, reason });
  return byReason.find(([pattern]) => pattern.test(words))?.[1] ?? own ?? 'other';
}
