import { z } from 'zod';
import { deviceAccess, endpoint } from '../endpoint.ts';

export const location = z.object({
  id: z.string(),
  display_name: z.string(),
  /** `site` is the mapped Sitewatch number as text, as in Stripe's metadata. */
  metadata: z.object({ site: z.string(), state: z.string(), defaultplatestate: z.string() }),
  /** The IANA time zone: "today" is the site's date. Missing if the company has no such site. */
  time_zone: z.string().optional(),
});
export type Location = z.infer<typeof location>;

export const listLocations = endpoint({
  id: 'listLocations',
  method: 'GET',
  path: '/location',
  access: deviceAccess,
  summary: "The wash locations; at an enrolled device below SalesManager, only the device's own",
  response: z.object({
    locations: z.array(location),
    count: z.int(),
    /** For signed-in callers: name and IANA time zone of every site, to show events at sites other than the locations. */
    sites: z.array(z.object({ site: z.int(), name: z.string(), time_zone: z.string().optional() })).optional(),
  }),
});
