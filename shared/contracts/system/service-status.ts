import { z } from 'zod';
import { deviceAccess, endpoint, publicAccess } from '../endpoint.ts';
import { isoTime } from '../values.ts';

const line = z.object({ works: z.boolean(), sentences: z.array(z.string()) });

/** For the site of the session or of the device; without one, what all sites use. */
export const getSiteStatus = endpoint({
  id: 'getSiteStatus',
  method: 'GET',
  path: '/status/site',
  access: deviceAccess,
  summary: 'What works at the caller’s site, in sentences for staff',
  response: line,
});

/** Without devices, reasons, versions or times of faults (docs/decisions/0133-status-line.md). Computed at most every 10 s. */
export const getPublicStatus = endpoint({
  id: 'getPublicStatus',
  method: 'GET',
  path: '/status',
  access: publicAccess,
  summary: 'What works, at all sites',
  response: z.object({
    at: isoTime,
    company: line,
    sites: z.array(line.extend({ name: z.string() })),
  }),
});
