import { z } from 'zod';
import { atLeastRole, endpoint } from '../endpoint.ts';
import { isoTime, providerId, siteNumber } from '../values.ts';

const read = z.object({
  /** The first time in its hour. */
  at: isoTime,
  /** The person or program. */
  name: z.string(),
  /** Whether the customer was opened; otherwise shown in a list. */
  opened: z.boolean(),
  site: siteNumber.nullable(),
  /** The enrolled device. */
  device: z.string().nullable(),
});
export type CustomerRead = z.infer<typeof read>;

/** Lists who saw the customer, newest first, at most 200. */
export const customerReads = endpoint({
  id: 'customerReads',
  method: 'GET',
  path: '/customer/{id}/reads',
  access: atLeastRole('SupportCenter'),
  summary: 'Who saw a customer',
  params: z.object({ id: providerId }),
  response: z.object({ reads: z.array(read), count: z.int() }),
});
