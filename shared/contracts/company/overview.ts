import { z } from 'zod';
import { overviewKinds } from '@washdesk/rules/company/overview';
import { endpoint, signedIn } from '../endpoint.ts';
import { epochSeconds, numberText } from '../values.ts';

/** `count` is at most 1,000; `more` means there are more. */
const overviewItem = z.object({
  kind: z.enum(overviewKinds),
  count: z.int(),
  more: z.boolean(),
  /** Cents; null for a count without money. */
  amount: z.int().nullable(),
  /** The nearest deadline; null if there is none. */
  deadline: epochSeconds.nullable(),
  /** The count of the month before up to the same day; null for what needs attention now. */
  before: z.int().nullable(),
});
export type OverviewItem = z.infer<typeof overviewItem>;

/** Lists what the caller may see. A kind that could not be read is in `failed`, the others are complete. */
export const getOverview = endpoint({
  id: 'getOverview',
  method: 'GET',
  path: '/overview',
  access: signedIn,
  summary: 'What needs attention in the office, and the figures of the month',
  query: z.object({
    /** Default: all sites together. */
    site: numberText.optional(),
  }),
  response: z.object({
    items: z.array(overviewItem),
    /** Kinds that could not be read. */
    failed: z.array(z.enum(overviewKinds)),
  }),
});
export type Overview = z.infer<typeof getOverview.response>;
