import { z } from 'zod';
import { deviceAccess, endpoint, signedIn } from './endpoint.ts';
import { epochSeconds, givenText } from './values.ts';

export const reader = z.object({
  id: z.string(),
  label: z.string(),
  ip_address: z.string().nullable(),
  status: z.enum(['online', 'offline']).nullable(),
  last_seen_at: epochSeconds.nullable(),
  serial_number: z.string(),
  device_type: z.string(),
  location: z.string().nullable(),
});
export type Reader = z.infer<typeof reader>;

/** 503 `stripe_unavailable` when the provider cannot be reached: the app then offers No Terminal alone. */
export const listReaders = endpoint({
  id: 'listReaders',
  method: 'GET',
  path: '/terminal/readers',
  access: deviceAccess,
  summary: 'Card readers, of one location when it is named',
  query: z.object({ location: givenText(80).optional() }),
  response: z.object({ readers: z.array(reader), count: z.int() }),
});

export const connectionToken = endpoint({
  id: 'connectionToken',
  method: 'POST',
  path: '/terminal/connectiontoken',
  access: signedIn,
  summary: "A connection token for Stripe Terminal, scoped to the session's location",
  response: z.object({ secret: z.string() }),
});
