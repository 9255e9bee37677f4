import { z } from 'zod';
import { atLeastRole, endpoint, exactRole } from '../endpoint.ts';
import { isoTime, numberText } from '../values.ts';

/**
 * Collects what support needs of a site: versions, state, devices, configuration and the newest log lines, without secrets and card
 * numbers. What an unreachable agent would add is replaced by the reason. Audited.
 */
export const supportBundle = endpoint({
  id: 'supportBundle',
  method: 'GET',
  path: '/site/{site}/support',
  access: atLeastRole('Admin'),
  summary: 'A zip file with the state, the configuration and the log of a site',
  params: z.object({ site: numberText }),
  response: z.object({ name: z.string(), zip: z.base64() }),
});

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;

/** Asks the agent for the newest lines of its log, oldest first: at most 48 KB. 404 `site_unknown`, 409 `site_unavailable`. */
export const siteLog = endpoint({
  id: 'siteLog',
  method: 'GET',
  path: '/site/{site}/log',
  access: exactRole('Admin'),
  summary: 'The newest lines of the log of a site’s agent, without secrets and card numbers',
  params: z.object({ site: numberText }),
  query: z.object({ lines: z.enum(['100', '500']).default('100') }),
  response: z.object({
    timeZone: z.string(),
    lines: z.array(
      z.object({
        /** Null for a line that the agent’s logger did not write. */
        at: isoTime.nullable(),
        level: z.enum(logLevels).nullable(),
        message: z.string(),
        /** `device=north`, separated by spaces. */
        fields: z.string(),
      }),
    ),
  }),
});
export type SiteLogLine = z.infer<typeof siteLog.response>['lines'][number];
