import { z } from 'zod';
import { atLeastRole, endpoint } from '../endpoint.ts';
import { isoTime, numberText, trimmedText } from '../values.ts';

/** An error of a browser or the server. */
const listedError = z.object({
  id: z.string(),
  at: isoTime,
  source: z.enum(['browser', 'server']),
  message: z.string(),
  stack: z.string().nullable(),
  path: z.string().nullable(),
  /** The employee's name, or the service account; null if not signed in. */
  who: z.string().nullable(),
  device: z.string().nullable(),
  /** The request id to search the log for. */
  requestId: z.string().nullable(),
});
export type ListedError = z.infer<typeof listedError>;

const pageNumber = numberText.pipe(z.number().min(1).max(100_000));

/** Part of a message, a path or a request id. */
const search = trimmedText(200).optional();
const group = z.string().regex(/^[0-9a-f]{32}$/);

/** Errors of one source whose messages differ only in numbers and ids. */
const errorGroup = z.object({
  group,
  source: z.enum(['browser', 'server']),
  /** The newest message, at most 300 characters. */
  message: z.string(),
  count: z.int(),
  first: isoTime,
  last: isoTime,
});
export type ErrorGroup = z.infer<typeof errorGroup>;

/** Lists the 500 groups with the newest errors. `count` counts the errors of all groups found. */
export const listErrorGroups = endpoint({
  id: 'listErrorGroups',
  method: 'GET',
  path: '/admin/errors/groups',
  access: atLeastRole('Admin'),
  summary: 'Errors of browsers and the server by message',
  query: z.object({ search }),
  response: z.object({ groups: z.array(errorGroup), count: z.int() }),
});

/** Lists errors, newest first; default: 20 per page. */
export const listErrors = endpoint({
  id: 'listErrors',
  method: 'GET',
  path: '/admin/errors',
  access: atLeastRole('Admin'),
  summary: 'Errors of browsers and the server',
  query: z.object({
    page: pageNumber.optional(),
    pageSize: numberText.pipe(z.number().min(1).max(100)).optional(),
    search,
    group: group.optional(),
  }),
  response: z.object({ data: z.array(listedError), count: z.int() }),
});

/** Clears the errors up to `until`, the time of the newest one the caller saw. Later ones stay. */
export const clearErrors = endpoint({
  id: 'clearErrors',
  method: 'DELETE',
  path: '/admin/errors',
  access: atLeastRole('Admin'),
  idempotency: 'optional',
  summary: 'Clear the list of errors',
  query: z.object({ until: isoTime.optional() }),
  response: z.object({ cleared: z.int() }),
});
