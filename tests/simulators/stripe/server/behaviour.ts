import { z } from 'zod';

const chance = z.number().min(0).max(1);

const webhooksSchema = z.strictObject({
  /** Probability that an event is delivered twice. */
  duplicate: chance,
  /** Delays deliveries randomly by up to a quarter of a second, so that their order changes. */
  reorder: z.boolean(),
  /** Delay of every first attempt. */
  delayMs: z.int().min(0).max(86_400_000),
  /** Probability that an event is never delivered to an endpoint. */
  lose: chance,
  /** Sends nothing until it is false again. */
  hold: z.boolean(),
  /** The delay before each retry; after the last one the event is abandoned. */
  retryAfterMs: z.array(z.int().min(0)).max(20),
});

const faultsSchema = z.strictObject({
  /** Closes every connection, as if Stripe were unreachable. */
  down: z.boolean(),
  /** Delay of every response. */
  latencyMs: z.int().min(0).max(600_000),
  /** Every response is 429. */
  rateLimit: z.boolean(),
  /** Stripe's limits in live mode: 100 requests per second in total, 25 per endpoint. */
  limits: z.boolean(),
  /** Probability that a request is executed but the connection is closed without its response. */
  dropAnswers: chance,
  /** Probability that the connection is closed before the request is executed. */
  cutRequests: chance,
  /** Probability of a 500 instead of an execution. It is stored with the request's key, as at Stripe. */
  serverErrors: chance,
  /** With an idempotency key, the same parameters in another order count as the same request; otherwise every byte counts. */
  keysByParameters: z.boolean(),
  /** The account's setting: what becomes of a subscription after the last retry of its payment. */
  afterLastRetry: z.enum(['cancel', 'unpaid', 'past_due']),
  /** The seed of all probabilities; setting it restarts the sequence. */
  seed: z.int(),
});

/** Faults that the control port switches on; each stays on until it is switched off. */
export const behaviourChangeSchema = faultsSchema.partial().extend({ webhooks: webhooksSchema.partial().optional() });

export type WebhookBehaviour = z.infer<typeof webhooksSchema>;
export type Behaviour = z.infer<typeof faultsSchema> & { webhooks: WebhookBehaviour };
export type BehaviourChange = z.infer<typeof behaviourChangeSchema>;

export const wellBehaved: Behaviour = {
  down: false,
  latencyMs: 0,
  rateLimit: false,
  limits: false,
  dropAnswers: 0,
  cutRequests: 0,
  serverErrors: 0,
  keysByParameters: false,
  afterLastRetry: 'cancel',
  seed: 1,
  webhooks: {
    duplicate: 0,
    reorder: false,
    delayMs: 0,
    lose: 0,
    hold: false,
    retryAfterMs: [1_000, 5_000, 30_000, 300_000, 1_800_000, 7_200_000],
  },
};

export function changedBehaviour(behaviour: Behaviour, { webhooks, ...change }: BehaviourChange): Behaviour {
  return { ...behaviour, ...given(change), webhooks: { ...behaviour.webhooks, ...given(webhooks ?? {}) } };
}

/** Removes the undefined keys of a partial: they change nothing. */
function given<T extends object>(change: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
