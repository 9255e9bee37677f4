import { z } from 'zod';
import { reasonInWords } from '@washdesk/rules/company/job-reasons';
import { usageRecord } from '@washdesk/site-protocol/sitewatch';

const nothing = z.object({});

/** For a job that a person started at one site: once it is done there, every other site gets the same job. */
const multiSite = z.object({ everywhere: z.boolean() });
export type MultiSitePayload = z.infer<typeof multiSite>;

/** A job: its payload besides the key, and its title for a cashier; `at` names the site if there is one. */
interface JobKind {
  payload: z.ZodType<object>;
  title(at: string): string;
}

/** All jobs, each by the name under which its row is stored. The row is the only state (docs/decisions/0003-jobs.md). */
export const jobKinds = {
  'sitewatch.record-usage': { payload: usageRecord.omit({ usageId: true }), title: (at) => `Record a wash in Sitewatch${at}` },
  /** A reader's payment, by its id: captured if a capture was requested, otherwise canceled. */
  'reader-payment.settle': { payload: nothing, title: () => 'Settle a card reader payment' },
  /** A sale whose charge continued before Sitewatch confirmed it, by the payment's id. */
  'sale.check': { payload: nothing, title: (at) => `Check the sale of a charge in Sitewatch${at}` },
  /** For a person to check (alert.store.ts). */
  alert: { payload: z.object({ reason: z.string() }), title: (at) => `Needs review${at}` },
  /** A payment page of the public sign-up, by its session's id, and the operation that opened it. */
  'checkout.complete': { payload: z.object({ operation: z.string() }), title: () => 'Complete an online sign-up' },
  /** Closes a payment page of the public sign-up on which too many cards were declined, by its session's id. */
  'checkout.close': { payload: nothing, title: () => 'Close a payment page of the online sign-up' },
  /** A page on which a member saves a card, by its session's id, and the operation that opened it. */
  'member-card.complete': { payload: z.object({ operation: z.string() }), title: () => 'Save a card that a member entered' },
  /** A requested link to sign in, by its id; its row contains what the visitor typed. */
  'member-sign-in.send': { payload: nothing, title: () => 'Send a member a link to sign in' },
  /** A member's own cancellation, by its id: due at once, or when the month that is still billed has begun. */
  'member-plan.cancel': { payload: nothing, title: () => 'Discontinue a plan that its member canceled' },
  /** The customer's desired state in one site's Sitewatch; computed from the mirror when the job runs. */
  'converge.sitewatch': { payload: nothing, title: (at) => `Update Sitewatch${at}` },
  /** The customer's loyalty card and groups; computed likewise. */
  'converge.loyalty': { payload: nothing, title: () => 'Update the loyalty card and its groups' },
  /** Switches one code of a site's Sitewatch on or off. */
  'sitewatch.switch-code': {
    payload: multiSite.extend({ code: z.string(), on: z.boolean() }),
    title: (at) => `Enable or disable a plate or tag in Sitewatch${at}`,
  },
  /** Replaces one code of its holder in a site's Sitewatch. */
  'sitewatch.replace-code': {
    payload: multiSite.extend({ from: z.string(), to: z.string() }),
    title: (at) => `Replace a plate or tag in Sitewatch${at}`,
  },
  /** Sets a club plan in a site's Sitewatch manually for the code's holder; the plan is off from the day `expires` on. */
  'sitewatch.activate-plan': {
    payload: multiSite.extend({ code: z.string(), productClass: z.string(), expires: z.string() }),
    title: (at) => `Change a club plan in Sitewatch${at}`,
  },
  /** Erases a customer in a site's Sitewatch, by the erasure and its number there. */
  'sitewatch.erase': {
    payload: z.object({ erasure: z.string(), objid: z.int().nullable() }),
    title: (at) => `Erase a customer in Sitewatch${at}`,
  },
  /** Prints an operation's receipt, by its print job's id, while a person waits for it. */
  'receipt.print': { payload: nothing, title: () => 'Print a receipt' },
  /** Acknowledges a coming price for a member, by the receipt that states it. */
  'increase.acknowledge': { payload: nothing, title: () => 'Record that a price increase was acknowledged' },
  /** A text or e-mail of an operation, by the message's id. */
  'message.send': { payload: z.object({ message: z.string() }), title: () => 'Send a message' },
  /** A message with a link of a member, whose secrets are filled in when it is sent. */
  'member-link.send': { payload: z.object({ message: z.string() }), title: () => 'Send a member a link' },
  /** A message about an alert to one recipient of IT, by the message's id. */
  'alert.send': { payload: nothing, title: () => 'Send an alert to IT' },
  'weekly-report.send': { payload: z.object({ message: z.string() }), title: () => 'Send the weekly report' },
  /**
   * A change to money or a card that the provider reported long after its operation, by the object's id; `was` is a card's previous state,
   * or a charge's status.
   */
  'payment.changed-later': {
    payload: z.object({
      about: z.enum([
        'refund-failed',
        'dispute-opened',
        'dispute-changed',
        'charge-failed',
        'card-removed',
        'card-replaced',
        'fraud-warning',
        'review-opened',
        'payout-failed',
        'invoice-not-finalized',
      ]),
      id: z.string(),
      was: z.string().nullable(),
      /** The provider's details of an alarm. */
      detail: z.string().nullable().optional(),
      /** Whether an alarm came too late for any action. */
      settled: z.boolean().optional(),
    }),
    title: () => 'Review a later change from Stripe',
  },
  /**
   * A plan that was waiting for its first payment and is now active, by its subscription's id: writes whatever is missing of the records
   * that follow a sign-up.
   */
  'plan.begun': { payload: nothing, title: () => 'Add the note, receipt and welcome message for a plan paid at Stripe' },
} satisfies Record<string, JobKind>;
export type JobPayloads = { [N in keyof typeof jobKinds]: z.output<(typeof jobKinds)[N]['payload']> };
export type JobName = keyof JobPayloads;

export const jobNames = Object.keys(jobKinds) as JobName[];

/** Returns what a job does, in a cashier's words: 'Update Sitewatch of Joliet'. For a job of a later release, returns its name. */
export function jobTitle({ what, site, siteName }: { what: string; site: number | null; siteName: string | null }): string {
  const at = site === null ? '' : ` of ${siteName ?? `site ${site}`}`;
  return Object.hasOwn(jobKinds, what) ? jobKinds[what as JobName].title(at) : what;
}

/** Returns why the last attempt of a job did not succeed, for people; null without one. An earlier release stored codes of the network. */
export const shownReason = ({ reason, ...job }: { what: string; siteName: string | null; reason: string | null }): string | null =>
  reason === null ? null : reasonInWords({ ...job, reason });

export interface ClaimedJob<N extends JobName = JobName> {
  id: string;
  what: N;
  /** The subject of the job, unique among jobs of its name: the usage id, the operation's id, customer and site … */
  key: string;
  site: number | null;
  customer: string | null;
  payload: JobPayloads[N];
  attempts: number;
  /** The generation of the claimed row; the job may be enqueued again meanwhile. */
  generation: number;
  /** The call or other cause; null if it follows from a change of the mirror. */
  requestId: string | null;
  /** The device of that call. */
  device: string | null;
}

/** The call that causes a job, for the audit of what the job does. */
export interface CauseOfJob {
  requestId: string;
  device?: string | null;
}

/** Returns the request id and the device for audit rows that a job writes. */
export const causeOf = ({ id, requestId, device }: Pick<ClaimedJob, 'id' | 'requestId' | 'device'>): Required<CauseOfJob> => ({
  requestId: requestId ?? `job:${id}`,
  device,
});

/** How an attempt ended: done, permanently refused, or to be retried later. */
export type Attempt =
  | { kind: 'done'; result: Record<string, unknown> }
  | { kind: 'refused'; reason: string }
  /** Without `waitMs` the delay grows with every attempt, up to a minute. */
  | { kind: 'later'; reason: string; waitMs?: number };

/** The handlers by job. A job without a handler stays pending. */
export type JobHandlers = { [N in JobName]?: (job: ClaimedJob<N>) => Promise<Attempt> };
