import type { UsageRecord } from '@washdesk/site-protocol/sitewatch';

/** What may be owed, and what is needed to do it. The row is the only state (design section 4, "Jobs"). */
export interface JobPayloads {
  'sitewatch.record-usage': Omit<UsageRecord, 'usageId'>;
  /** A reader's payment, by its id: captured by whoever asked for it, else cancelled. */
  'reader-payment.settle': Record<string, never>;
  /** A payment page of the public sign-up, by its session's id, and the operation that opened it. */
  'checkout.complete': { operation: string };
  /** The customer as one site's Sitewatch must know them; computed from the mirror when it is done. */
  'converge.sitewatch': Record<string, never>;
  /** The customer's loyalty card and groups; computed likewise. */
  'converge.loyalty': Record<string, never>;
  /** One code of a site's Sitewatch to be switched on or off. */
  'sitewatch.switch-code': Everywhere & { code: string; on: boolean };
  /** The bearer of one code in a site's Sitewatch bears another instead. */
  'sitewatch.replace-code': Everywhere & { from: string; to: string };
  /** A club plan in a site's Sitewatch, by hand, for whoever bears the code; `expires` is the first day without it. */
  'sitewatch.activate-plan': Everywhere & { code: string; productClass: string; expires: string };
  /** The paper of an operation's receipt, by its job's id, as long as somebody waits for it. */
  'receipt.print': Record<string, never>;
  /** A member was told of a coming price, by the receipt that told. */
  'increase.acknowledge': Record<string, never>;
  /** A text or an e-mail that an operation sends, by the message's id. */
  'message.send': { message: string };
}
export type JobName = keyof JobPayloads;

/** The whole catalogue. */
export const jobNames = Object.keys({
  'sitewatch.record-usage': true,
  'reader-payment.settle': true,
  'checkout.complete': true,
  'converge.sitewatch': true,
  'converge.loyalty': true,
  'sitewatch.switch-code': true,
  'sitewatch.replace-code': true,
  'sitewatch.activate-plan': true,
  'receipt.print': true,
  'increase.acknowledge': true,
  'message.send': true,
} satisfies Record<JobName, true>) as JobName[];

/** Of what a person does at one site: once it is done there, every other site is owed it. */
export interface Everywhere {
  everywhere: boolean;
}

export interface ClaimedJob<N extends JobName = JobName> {
  id: string;
  what: N;
  /** Names the one operation: the usage id, the operation's id, customer and site … */
  key: string;
  site: number | null;
  customer: string | null;
  payload: JobPayloads[N];
  attempts: number;
  /** Which job was claimed: it may become owed again meanwhile. */
  generation: number;
}

/** How an attempt ended: done for good, refused for good, or to be tried again later. */
export type Attempt =
  | { kind: 'done'; result: Record<string, unknown> }
  | { kind: 'refused'; reason: string }
  /** Without `waitMs` soon, then less and less often, but every minute. */
  | { kind: 'later'; reason: string; waitMs?: number };

/** Whoever knows how to do it. What nobody here knows stays owed. */
export type JobHandlers = { [N in JobName]?: (job: ClaimedJob<N>) => Promise<Attempt> };
