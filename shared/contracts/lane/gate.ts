import { z } from 'zod';
import { endpoint, signedIn } from '../endpoint.ts';
import { liveTopic } from '../live-topic.ts';
import { deviceId, isoTime, providerId, siteNumber, trimmedText, uuid } from '../values.ts';

const gateAnswer = z.object({
  result: z.enum(['opened', 'unconfirmed', 'duplicate', 'expired', 'interlocked', 'rejected', 'unknown']),
  /** A sentence for the cashier. */
  message: z.string(),
  repeated: z.boolean(),
  /** With `unconfirmed`: nothing went wrong, this gate never reports that it opened. */
  noReadback: z.boolean().optional(),
  at: isoTime.nullable(),
});
export type GateAnswer = z.infer<typeof gateAnswer>;

/**
 * Opens the gate, once per `commandId`: a repetition asks for the outcome, as `checkGate` does. `unknown` means the outcome is unknown: the
 * browser then offers Check (docs/decisions/0044-check-opens-nothing.md).
 */
export const openGate = endpoint({
  id: 'openGate',
  method: 'POST',
  path: '/gate/{host}/open',
  access: signedIn,
  idempotency: 'natural',
  summary: "Open a gate of the session's site",
  params: z.object({ host: deviceId }),
  /**
   * `customer`: the member on the screen for whom the gate is opened. `pressedAt`: when it was pressed, by the server's time; a request that
   * arrives late opens nothing (docs/decisions/0121-late-presses.md).
   */
  body: z.object({
    commandId: uuid,
    reason: trimmedText(200).optional(),
    customer: providerId.optional(),
    pressedAt: isoTime.optional(),
  }),
  response: gateAnswer,
});

/** Returns what became of an opening and opens nothing. An opening that has not reached the gate by then never does: `expired`. */
export const checkGate = endpoint({
  id: 'checkGate',
  method: 'POST',
  path: '/gate/{host}/check',
  access: signedIn,
  idempotency: 'natural',
  summary: 'Ask whether a gate opened',
  params: z.object({ host: deviceId }),
  body: z.object({ commandId: uuid }),
  response: gateAnswer,
});

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
