import { z } from 'zod';
import { atLeastRole, endpoint } from '../endpoint.ts';
import { cappedCount, isoTime, nextPage, pageCursor, trimmedText, uuid } from '../values.ts';
import { employeeNumber } from './auth.ts';

/** An open session, without its refresh token, which only the signed-in client has. */
const openSession = z.object({
  id: uuid,
  kind: z.enum(['staff', 'service']),
  user_id: z.string(),
  realname: z.string(),
  employee: z.int().nullable(),
  roles: z.int().nonnegative(),
  /** The enrolled device's name. */
  device: z.string().nullable(),
  site: z.int().nullable(),
  terminal: z.string().nullable(),
  created: isoTime,
  lastUsed: isoTime,
  expiredDate: isoTime,
  /** Whether this is the caller's own session, which signing out ends. */
  own: z.boolean(),
});
export type ListedSession = z.infer<typeof openSession>;

/** Lists open sessions, last used first, 50 per page. `search` is part of a name, or the whole number or client id. */
export const listRefreshTokens = endpoint({
  id: 'listRefreshTokens',
  method: 'GET',
  path: '/admin/refreshTokens',
  access: atLeastRole('Admin'),
  summary: 'Open sessions',
  query: z.object({ search: trimmedText(60).optional(), page: pageCursor.optional() }),
  response: z.object({ sessions: z.array(openSession), ...cappedCount, next_page: nextPage }),
});

/** Ends every session of a person except the caller's own. */
export const endSessions = endpoint({
  id: 'endSessions',
  method: 'POST',
  path: '/admin/sessions/end',
  access: atLeastRole('Admin'),
  idempotency: 'optional',
  summary: "End all of a person's sessions",
  body: z.object({ employee: employeeNumber }),
  response: z.object({ ended: z.int().nonnegative() }),
});
