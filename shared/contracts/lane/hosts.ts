import { z } from 'zod';
import { deviceAccess, endpoint } from '../endpoint.ts';

export const gateHost = z.object({
  /** The gate's id at its site, as in `/gate/{host}/open`. */
  host: z.string(),
  name: z.string(),
  lane: z.int().nullable(),
  health: z.enum(['online', 'offline', 'degraded', 'unknown']),
  reason: z.string().nullable(),
});
export type GateHost = z.infer<typeof gateHost>;

export const listHosts = endpoint({
  id: 'listHosts',
  method: 'GET',
  path: '/dxt/hosts',
  access: deviceAccess,
  summary: "The gates and tag readers of the session's or device's site",
  response: z.object({ hosts: z.array(gateHost), readers: z.array(gateHost) }),
});
