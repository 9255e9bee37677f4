import { z } from 'zod';
import { atLeastRole, endpoint } from '../endpoint.ts';
import { numberText } from '../values.ts';

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
