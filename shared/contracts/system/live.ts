import { z } from 'zod';
import { endpoint, signedIn } from '../endpoint.ts';
import { deviceId, isoTime } from '../values.ts';

export const liveTopic = z.enum(['gate', 'rfid', 'devices']);
export type LiveTopic = z.infer<typeof liveTopic>;

/** Single use, 30 s, bound to topic, host and the session's site; sent as the first message over `/api/live`. */
export const liveTicket = endpoint({
  id: 'liveTicket',
  method: 'POST',
  path: '/live/ticket',
  access: signedIn,
  summary: 'A ticket that opens one live socket',
  body: z.object({ topic: liveTopic, host: deviceId.optional() }),
  response: z.object({ ticket: z.string(), expiresIn: z.int() }),
});

/** What a live socket reports; it reports only, every operation is an HTTP call. The client's first message is `{ticket}`. */
export const liveMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({
    type: z.literal('gate'),
    host: z.string(),
    relay: z.boolean(),
    gateOpen: z.boolean().nullable(),
    presence: z.boolean().nullable(),
    merge: z.boolean().nullable(),
    at: isoTime,
  }),
  z.object({
    type: z.literal('tag'),
    reader: z.string(),
    antenna: z.int(),
    lane: z.int().nullable(),
    tag: z.string(),
    at: isoTime,
  }),
  z.object({
    type: z.literal('device'),
    id: z.string(),
    kind: z.string(),
    name: z.string(),
    health: z.enum(['online', 'offline', 'degraded']),
    reason: z.string().nullable(),
    since: isoTime,
  }),
]);
export type LiveMessage = z.infer<typeof liveMessage>;
