import { z } from 'zod';
import { signedIn } from '../endpoint.ts';
import { liveTopic } from '../live-topic.ts';
import { isoTime, siteNumber } from '../values.ts';

/** Barcodes as a register’s scanner reads them. Earlier scans are not sent. */
export const scansTopic = liveTopic({
  name: 'scans',
  audiences: { site: signedIn },
  filter: z.object({ terminal: z.string().max(30).optional() }),
  message: z.object({
    type: z.literal('scan'),
    site: siteNumber,
    scanner: z.string(),
    terminal: z.string(),
    code: z.string(),
    at: isoTime,
  }),
});
