import { usageRecord } from '@washdesk/site-protocol/sitewatch';
import { z } from 'zod';

const nothing = z.object({});

/** The part of a job that a person started at one site: once it is done there, every other site gets the same job. */
const multiSite = z.object({ everywhere: z.boolean() });
export type MultiSitePayload = z.infer<typeof multiSite>;

/** A job: what it needs besides its key, and its title for a cashier; `at` names the site where there is one. */
interface JobKind {
  payload: z.ZodType<object>;
  title(at: string): string;
}

/** Every job there is, each by the name under which its row is stored. The row is the only state (docs/decisions/0003-jobs.md). */
export const jobKinds = {
  'sitewatch.record-usage': { payload: usageRecord.omit({ usageId: true }), title: (at) => `Record a wash in Sitewatch${at}` },
  /** A reader's payment, by its id: captured if a capture was asked for, else cancelled. */
  'reader-payment.settle': { payload: nothing, title: () => 'Settle a card reader payment' },
  /** A sale whose charge went on before Sitewatch confirmed it, by the payment's id. */
  'sale.check': { payload: nothing, title: (at) => `Check the sale of a charge in Sitewatch${at}` },
  /** Something that only a person can look at (alert.store.ts). */
  alert: { payload: z.object({ reason: z.string() }), title: (at) => `Needs review${at}` },
  /** A payment page of the public sign-up, by its session's id, and the operation that opened it. */
  'checkout.complete': { payload: z.object({ operation: z.string() }), title: () => 'Complete an online sign-up' },
  /** The customer as one site's Sitewatch must know them; computed from the mirror when the job runs. */
  'converge.sitewatch': { payload: nothing, title: (at) => `Update Sitewatch${at}` },
  /** The customer's loyalty card and groups; computed likewise. */
  'converge.loyalty': { payload: nothing, title: () => 'Update the loyalty card and its groups' },
  /** One code of a site's Sitewatch to be switched on or off. */
  'sitewatch.switch-code': {
    payload: multiSite.extend({ code: z.string(), on: z.boolean() }),
    title: (at) => `Enable or disable a plate or tag in Sitewatch${at}`,
  },
  /** The holder of one code in a site's Sitewatch gets another instead. */
  'sitewatch.replace-code': {
    payload: multiSite.extend({ from: z.string(), to: z.string() }),
    title: (at) => `Replace a plate or tag in Sitewatch${at}`,
  },
  /** A club plan in a site's Sitewatch, by hand, for the holder of the code; the plan is off from the day `expires` on. */
  'sitewatch.activate-plan': {
    payload: multiSite.extend({ code: z.string(), productClass: z.string(), expires: z.string() }),
    title: (at) => `Change a club plan in Sitewatch${at}`,
  },
  /** The print of an operation's receipt, by its print job's id, as long as a person waits for it. */
  'receipt.print': { payload: nothing, title: () => 'Print a receipt' },
  /** A member was told of a coming price, by the receipt that says so. */
  'increase.acknowledge': { payload: nothing, title: () => 'Record that a price increase was acknowledged' },
  /** A text or an e-mail that an operation sends, by the message's id. */
  'message.send': { payload: z.object({ message: z.string() }), title: () => 'Send a message' },
  /** What the provider reported about money or a card long after its operation, by the object's id; `was` names a card as it was before, or a charge's status. */
  'payment.changed-later': {
    payload: z.object({
      about: z.enum(['refund-failed', 'dispute-opened', 'charge-failed', 'card-removed', 'card-replaced']),
      id: z.string(),
      was: z.string().nullable(),
    }),
    title: () => 'Review a later change from Stripe',
  },
  /** A plan that waited for its first payment and runs, by its subscription's id: all that follows a sign-up is there, or is made now. */
  'plan.begun': { payload: nothing, title: () => 'Add the note, receipt and welcome message for a plan paid at Stripe' },
} satisfies Record<string, JobKind>;
export type JobPayloads = { [N in keyof typeof jobKinds]: z.output<(typeof jobKinds)[N]['payload']> };
export type JobName = keyof JobPayloads;

export const jobNames = Object.keys(jobKinds) as JobName[];

/** What a job does, in a cashier's words: 'Update Sitewatch of Joliet'. A job of a later release has its name alone. */
export function jobTitle({ what, site, siteName }: { what: string; site: number | null; siteName: string | null }): string {
  const at = site === null ? '' : ` of ${siteName ?? `site ${site}`}`;
  return Object.hasOwn(jobKinds, what) ? jobKinds[what as JobName].title(at) : what;
}

export interface ClaimedJob<N extends JobName = JobName> {
  id: string;
  what: N;
  /** The subject of the job, which makes it unique among those of its name: the usage id, the operation's id, customer and site … */
  key: string;
  site: number | null;
  customer: string | null;
  payload: JobPayloads[N];
  attempts: number;
  /** The generation of the row that was claimed, for the job may be enqueued again meanwhile. */
  generation: number;
  /** The call that caused it, or what else did; null for what follows from a change of the mirror. */
  requestId: string | null;
  /** The device of that call. */
  device: string | null;
}

/** The call that causes a job, for the audit of what the job does. */
export interface CauseOfJob {
  requestId: string;
  device?: string | null;
}

/** The request id and the device of the audit rows that a job writes. */
export const causeOf = ({ id, requestId, device }: Pick<ClaimedJob, 'id' | 'requestId' | 'device'>): Required<CauseOfJob> => ({
  requestId: requestId ?? `job:${id}`,
  device,
});

/** How an attempt ended: done for good, refused for good, or to be tried again later. */
export type Attempt =
  | { kind: 'done'; result: Record<string, unknown> }
  | { kind: 'refused'; reason: string }
  /** Without `waitMs` the wait grows with every attempt, up to a minute. */
  | { kind: 'later'; reason: string; waitMs?: number };

/** The handlers by job. A job without a handler stays pending. */
export type JobHandlers = { [N in JobName]?: (job: ClaimedJob<N>) => Promise<Attempt> };
