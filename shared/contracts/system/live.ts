import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/**
 * Issues a single-use ticket, valid for 30 s and bound to topic, audience and filter. Send it as the first message over `/api/live`. A
 * tablet or lane board without a sign-in gets tickets of its own site, and of its own terminal where a topic has terminals. 400 for an unknown topic.
 */
export const liveTicket = endpoint({
  id: 'liveTicket',
  method: 'POST',
  path: '/live/ticket',
  access: { kind: 'device', kinds: ['tablet', 'lane_board'] },
  summary: 'A ticket that opens one live socket',
  body: z.object({
    topic: z.string().max(40),
    /** `company`: the messages of all sites, for the roles that the topic allows. */
    audience: z.enum(['site', 'company']).default('site'),
    filter: z.record(z.string().max(40), z.string().max(80)).default({}),
  }),
  response: z.object({ ticket: z.string(), expiresIn: z.int() }),
});

/** The longest pause between two messages of the server: without one of the topic it sends `{ type: 'beat' }`. */
export const liveBeatMs = 5_000;

/** The server's first message after a valid ticket; all others are beats, or messages of the topic. */
export const liveReady = z.object({ type: z.literal('ready') });
