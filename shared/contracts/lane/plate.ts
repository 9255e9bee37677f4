import { z } from 'zod';
import { signedIn } from '../endpoint.ts';
import { liveTopic } from '../live-topic.ts';
import { isoTime, siteNumber } from '../values.ts';

/** Cars as plate cameras see them. Earlier ones are not sent. */
export const platesTopic = liveTopic({
  name: 'plates',
  audiences: { site: signedIn },
  message: z.object({
    type: z.literal('plate'),
    site: siteNumber,
    camera: z.string(),
    /** The same for each report of one car by one camera. */
    car: z.string(),
    lane: z.int(),
    /** Null for a car without a legible plate; without a state if neither camera nor agent names one. */
    plate: z.string().nullable(),
    /** From 0 to 1. */
    score: z.number(),
    /** Certain enough to be offered in the box. */
    sure: z.boolean(),
    at: isoTime,
  }),
});
