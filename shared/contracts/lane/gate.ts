import { z } from 'zod';
import { endpoint, signedIn } from '../endpoint.ts';
import { liveTopic } from '../live-topic.ts';
import { deviceId, isoTime, providerId, siteNumber, trimmedText, uuid } from '../values.ts';

/**
 * Opens the gate. `unknown` means the outcome is unknown: the browser then offers Check, which repeats the same `commandId`. An executed id
 * returns its stored result with `repeated`; an unseen id opens the gate (docs/decisions/0006-gates-at-most-once.md).
 */
export const openGate = endpoint({
  id: 'openGate',
  method: 'POST',
  path: '/gate/{host}/open',
  access: signedIn,
  idempotency: 'natural',
  summary: "Open a gate of the session's site",
  params: z.object({ host: deviceId }),
  /** `customer`: the member on the screen for whom the gate is opened. */
  body: z.object({ commandId: uuid, reason: trimmedText(200).optional(), customer: providerId.optional() }),
  response: z.object({
    result: z.enum(['opened', 'unconfirmed', 'duplicate', 'expired', 'interlocked', 'rejected', 'unknown']),
    /** A sentence for the cashier. */
    message: z.string(),
    repeated: z.boolean(),
    at: isoTime.nullable(),
  }),
});
export type GateAnswer = z.infer<typeof openGate.response>;

/** Relays and inputs of gates, as their sites report them. */
export const gateTopic = liveTopic({
  name: 'gate',
  audiences: { site: signedIn },
  filter: z.object({ host: deviceId.optional() }),
  message: z.object({
    type: z.literal('gate'),
    site: siteNumber,
    host: z.string(),
    relay: z.boolean(),
    gateOpen: z.boolean().nullable(),
    presence: z.boolean().nullable(),
    merge: z.boolean().nullable(),
    at: isoTime,
  }),
});
