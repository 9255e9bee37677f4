import { z } from 'zod';
import { signedIn } from '../endpoint.ts';
import { liveTopic } from '../live-topic.ts';
import { isoTime, siteNumber } from '../values.ts';

/** Tags as they are read. Earlier reads are not sent. */
export const tagsTopic = liveTopic({
  name: 'rfid',
  audiences: { site: signedIn },
  message: z.object({
    type: z.literal('tag'),
    site: siteNumber,
    reader: z.string(),
    antenna: z.int(),
    lane: z.int().nullable(),
    tag: z.string(),
    at: isoTime,
  }),
});
