import { z } from 'zod';
import { atLeastRole, deviceAccess, endpoint, signedIn } from '../endpoint.ts';
import { epochSeconds, untrimmedText, providerId, trimmedText } from '../values.ts';

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

/** 503 `stripe_unavailable` if the provider is unreachable: the app then offers only No Terminal. */
export const listReaders = endpoint({
  id: 'listReaders',
  method: 'GET',
  path: '/terminal/readers',
  access: deviceAccess,
  summary: 'Card readers, optionally of one location',
  query: z.object({ location: untrimmedText(80).optional() }),
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

/** 400 `stripe_refused` in Stripe's words if no reader shows the code; 409 `reader_name_taken` if another of the location has the name. */
export const registerReader = endpoint({
  id: 'registerReader',
  method: 'POST',
  path: '/terminal/readers',
  access: atLeastRole('Admin'),
  summary: 'Register a card reader at a location',
  body: z.object({
    locationId: providerId,
    displayName: trimmedText(60).min(1, 'must not be empty'),
    /** The code on the reader's screen: three words, or a serial number. */
    readerCode: trimmedText(80).min(1, 'must not be empty'),
  }),
  response: reader,
  idempotency: 'required',
});

/** Deletes a reader. Succeeds if it is already deleted. */
export const deleteReader = endpoint({
  id: 'deleteReader',
  method: 'DELETE',
  path: '/terminal/readers/{id}',
  access: atLeastRole('Admin'),
  summary: 'Take a card reader out of service',
  params: z.object({ id: providerId }),
  response: z.object({ id: z.string(), deleted: z.literal(true) }),
  idempotency: 'required',
});
