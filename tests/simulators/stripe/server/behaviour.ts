import { z } from 'zod';

const chance = z.number().min(0).max(1);

const webhooksSchema = z.strictObject({
  /** Chance that an event is delivered twice. */
  duplicate: chance,
  /** Deliveries wait for a random time of up to a quarter of a second, so that they overtake each other. */
  reorder: z.boolean(),
  /** Every first attempt waits this long. */
  delayMs: z.int().min(0).max(86_400_000),
  /** Chance that an event is never delivered to an endpoint. */
  lose: chance,
  /** Nothing is sent until this is false again. */
  hold: z.boolean(),
  /** How long to wait before each further attempt; after the last one the event is given up. */
  retryAfterMs: z.array(z.int().min(0)).max(20),
});

const faultsSchema = z.strictObject({
  /** Every connection is cut, as if Stripe could not be reached. */
  down: z.boolean(),
  /** Every answer waits this long. */
  latencyMs: z.int().min(0).max(600_000),
  /** Every answer is 429. */
  rateLimit: z.boolean(),
  /** Stripe's limits of live mode: 100 requests a second in all, 25 to one endpoint. */
  limits: z.boolean(),
  /** Chance that a request is executed and its answer lost with the connection. */
  dropAnswers: chance,
  /** Chance that the connection is cut before the request is executed. */
  cutRequests: chance,
  /** Chance of a 500 instead of an execution. It is kept under the request's key, as Stripe does. */
  serverErrors: chance,
  /** An idempotency key takes the same parameters in another order for the same request; otherwise every byte counts. */
  keysByParameters: z.boolean(),
  /** What all chances are drawn from; setting it starts the draw anew. */
  seed: z.int(),
});

/** Faults to be switched on through the control port; each stays until it is switched off. */
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

/** A partial may hold keys that are undefined: they change nothing. */
function given<T extends object>(change: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
