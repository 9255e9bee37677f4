import { z } from 'zod';
import { endpoint, signedIn } from '../endpoint.ts';

/** Single use, 30 s, bound to topic, audience and filter; sent as the first message over `/api/live`. 400 for a topic that is not offered. */
export const liveTicket = endpoint({
  id: 'liveTicket',
  method: 'POST',
  path: '/live/ticket',
  access: signedIn,
  summary: 'A ticket that opens one live socket',
  body: z.object({
    topic: z.string().max(40),
    /** `company`: the messages of all sites, for roles that the topic names. */
    audience: z.enum(['site', 'company']).default('site'),
    filter: z.record(z.string().max(40), z.string().max(80)).default({}),
  }),
  response: z.object({ ticket: z.string(), expiresIn: z.int() }),
});

/** The cloud's first message on a socket whose ticket is good; all others are messages of its topic. */
export const liveReady = z.object({ type: z.literal('ready') });
