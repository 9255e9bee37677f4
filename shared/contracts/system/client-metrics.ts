import { z } from 'zod';
import { atLeastRole, endpoint } from '../endpoint.ts';
import { isoTime } from '../values.ts';

/** A browser or other client, by its address and user agent. */
const client = z.object({
  ip: z.string(),
  useragent: z.string(),
  lastaccess: isoTime,
  /** Average duration of its last ten responses, in milliseconds. */
  average: z.int().nonnegative(),
  /** The enrolled device or service account last seen there. */
  name: z.string().nullable(),
});
export type ClientMetric = z.infer<typeof client>;

/** Lists clients, last seen first, at most 500. */
export const listClientMetrics = endpoint({
  id: 'listClientMetrics',
  method: 'GET',
  path: '/admin/clientmetrics',
  access: atLeastRole('Admin'),
  summary: 'Clients and their response times',
  response: z.object({ clients: z.array(client), count: z.int() }),
});

export const clearClientMetrics = endpoint({
  id: 'clearClientMetrics',
  method: 'DELETE',
  path: '/admin/clientmetrics',
  access: atLeastRole('Admin'),
  idempotency: 'optional',
  summary: 'Clear the client metrics',
  response: z.object({ cleared: z.int() }),
});
