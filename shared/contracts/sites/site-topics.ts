import { z } from 'zod';
import { exactRole } from '../endpoint.ts';
import { liveTopic } from '../live-topic.ts';
import { isoTime, siteNumber } from '../values.ts';

const seenTopic = z.object({
  /** After the site: `state/dev/north`. */
  topic: z.string(),
  /**
   * The last payload as JSON, with codes, names and secrets masked (docs/decisions/0131-site-topics.md). Null if it isn't JSON, `cut` if it
   * is too long.
   */
  payload: z.string().nullable(),
  cut: z.boolean(),
  bytes: z.int(),
  /** Whether the broker stores it for the next subscriber. */
  retained: z.boolean(),
  qos: z.int(),
  /** Messages since the watch began. */
  count: z.int(),
  at: isoTime,
});
export type SeenTopic = z.infer<typeof seenTopic>;

/** The MQTT topics of one site with their last messages, while a socket is open. `dropped`: topics beyond the most that are shown. */
export const siteTopicsTopic = liveTopic({
  name: 'site-topics',
  audiences: { company: exactRole('Admin') },
  filter: z.object({ site: z.string().regex(/^\d{1,6}$/) }),
  message: z.object({ type: z.literal('topics'), site: siteNumber, topics: z.array(seenTopic), dropped: z.int() }),
});
