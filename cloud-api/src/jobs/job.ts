import { usageRecord } from '@washdesk/site-protocol/sitewatch';
import { z } from 'zod';

const nothing = z.object({});

/** The part of a job that a person started at one site: once it is done there, every other site gets the same job. */
const multiSite = z.object({ everywhere: z.boolean() });
export type MultiSitePayload = z.infer<typeof multiSite>;

/** Every job there is, with its payload. The row is the only state (docs/decisions/0003-jobs.md). */
export const jobPayloads = {
  'sitewatch.record-usage': usageRecord.omit({ usageId: true }),
  /** A reader's payment, by its id: captured if a capture was asked for, else cancelled. */
  'reader-payment.settle': nothing,
  /** A sale whose charge went on before Sitewatch confirmed it, by the payment's id. */
  'sale.check': nothing,
  /** Something that only a person can look at (alert.store.ts). */
  alert: z.object({ reason: z.string() }),
  /** A payment page of the public sign-up, by its session's id, and the operation that opened it. */
  'checkout.complete': z.object({ operation: z.string() }),
  /** The customer as one site's Sitewatch must know them; computed from the mirror when the job runs. */
  'converge.sitewatch': nothing,
  /** The customer's loyalty card and groups; computed likewise. */
  'converge.loyalty': nothing,
  /** One code of a site's Sitewatch to be switched on or off. */
  'sitewatch.switch-code': multiSite.extend({ code: z.string(), on: z.boolean() }),
  /** The holder of one code in a site's Sitewatch gets another instead. */
  'sitewatch.replace-code': multiSite.extend({ from: z.string(), to: z.string() }),
  /** A club plan in a site's Sitewatch, by hand, for the holder of the code; the plan is off from the day `expires` on. */
  'sitewatch.activate-plan': multiSite.extend({ code: z.string(), productClass: z.string(), expires: z.string() }),
  /** The print of an operation's receipt, by its print job's id, as long as a person waits for it. */
  'receipt.print': nothing,
  /** A member was told of a coming price, by the receipt that says so. */
  'increase.acknowledge': nothing,
  /** A text or an e-mail that an operation sends, by the message's id. */
  'message.send': z.object({ message: z.string() }),
  /** What the provider reported about money or a card long after its operation, by the object's id; `was` names a card as it was before, or a charge's status. */
  'payment.changed-later': z.object({
    about: z.enum(['refund-failed', 'dispute-opened', 'charge-failed', 'card-removed', 'card-replaced']),
    id: z.string(),
    was: z.string().nullable(),
  }),
  /** A plan that waited for its first payment and runs, by its subscription's id: all that follows a sign-up is there, or is made now. */
  'plan.begun': nothing,
} satisfies Record<string, z.ZodType<object>>;
export type JobPayloads = { [N in keyof typeof jobPayloads]: z.output<(typeof jobPayloads)[N]> };
export type JobName = keyof JobPayloads;

/** The whole catalogue. */
export const jobNames = Object.keys(jobPayloads) as JobName[];

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
