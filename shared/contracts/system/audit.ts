import { z } from 'zod';
import { atLeastRole, endpoint } from '../endpoint.ts';
import { cappedCount, isoTime, jsonValue, nextPage, numberText, pageCursor, trimmedText, uuid } from '../values.ts';

const admin = atLeastRole('Admin');

/** The filters of the audit list. Days are those of the filtered site; default: the session's site. */
const filter = {
  /** Part of a name, or the whole number or client id, of the actor or approver. */
  who: trimmedText(60).optional(),
  /** A kind of object (`price-range`), one action (`price-range.changed`), or all changes in office and admin. */
  kind: z
    .string()
    .regex(/^[a-z][a-z-]{0,40}(\.[a-z-]{1,60})?$/, 'must be a kind of the audit')
    .optional(),
  /** The changed object: `staff:101`, or only its id. */
  object: trimmedText(120).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  site: numberText.optional(),
};
const auditFilter = z.object(filter);
export type AuditFilter = z.output<typeof auditFilter>;
/** The filter as a caller sends it. */
export type GivenAuditFilter = z.input<typeof auditFilter>;

const row = z.object({
  id: uuid,
  at: isoTime,
  /** An employee number, a client id, or a program's name. */
  actor: z.string(),
  /** The actor's name if known. */
  name: z.string().nullable(),
  approver: z.string().nullable(),
  approverName: z.string().nullable(),
  site: z.int().nullable(),
  device: z.string().nullable(),
  action: z.string(),
  subject: z.string(),
  /** What people call the object; null if unknown or personal. */
  objectName: z.string().nullable(),
  /** The customer of the object; null if it has none, or if the customer is unknown or erased. */
  objectCustomer: z.string().nullable(),
  /** The first values that an existing object changed, as lines; none if they are personal. */
  changes: z.array(z.string()),
  why: z.string().nullable(),
});
export type AuditRow = z.infer<typeof row>;

/**
 * Lists entries, newest first, 50 per page; as CSV, all of them with before and after, and the export itself is audited. 400 for an unknown
 * site.
 */
export const listAudit = endpoint({
  id: 'listAudit',
  method: 'GET',
  path: '/admin/audit',
  access: admin,
  summary: 'The audit',
  query: z.object({ ...filter, page: pageCursor.optional() }),
  response: z.object({ entries: z.array(row), ...cappedCount, next_page: nextPage }),
  csv: true,
});

/** Lists every action that the audit contains. */
export const listAuditActions = endpoint({
  id: 'listAuditActions',
  method: 'GET',
  path: '/admin/audit/actions',
  access: admin,
  summary: 'The actions in the audit',
  response: z.object({ actions: z.array(z.string()), count: z.int() }),
});

const entry = row.extend({
  before: jsonValue,
  after: jsonValue,
  /** The id of the request or other cause of the action. */
  requestId: z.string().nullable(),
  /** The number of its seal; null until sealed. */
  seal: z.int().nullable(),
});
export type AuditEntry = z.infer<typeof entry>;

/** 404 `audit_entry_not_found`. */
export const getAuditEntry = endpoint({
  id: 'getAuditEntry',
  method: 'GET',
  path: '/admin/audit/{id}',
  access: admin,
  summary: 'One audit entry with before and after',
  params: z.object({ id: uuid }),
  response: entry,
});

const check = z.object({
  id: uuid,
  asked: isoTime,
  askedBy: z.string(),
  /** The person's name if known. */
  askedByName: z.string().nullable(),
  state: z.enum(['waiting', 'running', 'done']),
  /** Seals checked so far. */
  sealed: z.int().nonnegative(),
  ended: isoTime.nullable(),
  /** The last seal, for `npm run audit:verify -- --expect`. */
  head: z.string().nullable(),
  /** One sentence per fault, at most 100; empty if the audit is intact. */
  faults: z.array(z.string()),
  faultCount: z.int().nonnegative(),
});
export type AuditCheck = z.infer<typeof check>;

/** Returns the latest requested check and the latest completed one. */
export const getAuditCheck = endpoint({
  id: 'getAuditCheck',
  method: 'GET',
  path: '/admin/audit/check',
  access: admin,
  summary: 'The latest checks of the audit',
  response: z.object({ current: check.nullable(), last: check.nullable() }),
});

/** Starts a check in the background; returns the running check if there is one. */
export const startAuditCheck = endpoint({
  id: 'startAuditCheck',
  method: 'POST',
  path: '/admin/audit/check',
  access: admin,
  idempotency: 'optional',
  summary: 'Check that the audit is intact',
  response: check,
});
