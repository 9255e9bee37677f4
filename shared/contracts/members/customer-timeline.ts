import { z } from 'zod';
import { timelineKinds } from '@washdesk/rules/customers/timeline';
import { endpoint, signedIn } from '../endpoint.ts';
import { isoTime, nextPage, pageCursor, plainText, providerId, siteNumber } from '../values.ts';

const kind = z.enum(timelineKinds);

/** A link to the details. Below Admin `id` is null if it would be Stripe's id. */
const link = z.object({ kind: z.enum(['receipt', 'charge', 'note', 'subscription', 'signature']), id: z.string().nullable() });

/** One event (docs/rules/members.md#timeline). `title` is shown as it is; `amount` is in cents. */
const entry = z.object({
  id: z.string(),
  at: isoTime,
  kind,
  site: siteNumber.nullable(),
  /** The staff member who did it; null for the company or the member. */
  by: z.string().nullable(),
  title: z.string(),
  /** A reason, or the text of a note. */
  detail: z.string().nullable(),
  amount: z.int().nullable(),
  /** What a change of the customer or the plan changed. */
  changes: z.array(z.object({ what: z.string(), before: z.string().nullable(), after: z.string().nullable() })).optional(),
  link: link.nullable(),
});
export type TimelineEntry = z.infer<typeof entry>;

/** A comma-separated list, `wash,charge`. */
const kinds = z
  .string()
  .max(200)
  .transform((text) => [...new Set(text.split(','))])
  .pipe(z.array(kind));

const timelinePage = z.object({ entries: z.array(entry), next_page: nextPage });
export type TimelinePage = z.infer<typeof timelinePage>;

/** Lists events, newest first, 30 per page; with `text` those that contain all its words, at least 30 if there are. 404 `customer_not_found`. */
export const customerTimeline = endpoint({
  id: 'customerTimeline',
  method: 'GET',
  path: '/customer/{id}/timeline',
  access: signedIn,
  summary: "A customer's timeline",
  params: z.object({ id: providerId }),
  query: z.object({ page: pageCursor.optional(), kinds: kinds.optional(), text: plainText(80).optional() }),
  response: timelinePage,
});
