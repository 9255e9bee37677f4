import { z } from 'zod';
import { openEnum } from '@washdesk/site-protocol/open-enum';
import { exactRole, signedIn } from '../endpoint.ts';
import { liveTopic } from '../live-topic.ts';
import { isoTime, siteNumber } from '../values.ts';

/** Gates, readers, printers and Sitewatch of a site, as they report. `unknown`: the site's agent is offline. */
export const devicesTopic = liveTopic({
  name: 'devices',
  audiences: { site: signedIn, company: exactRole('Admin') },
  message: z.object({
    type: z.literal('device'),
    site: siteNumber,
    id: z.string(),
    kind: z.string(),
    name: z.string(),
    health: openEnum(['online', 'offline', 'degraded']),
    reason: z.string().nullable(),
    since: isoTime,
  }),
});
