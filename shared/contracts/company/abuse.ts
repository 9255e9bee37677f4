import { z } from 'zod';
import { abuseKinds, strengths } from '@washdesk/rules/abuse/finding';
import { atLeastRole, endpoint } from '../endpoint.ts';
import { cappedCount, isoTime, numberText, providerId, siteNumber, trimmedText, uuid } from '../values.ts';

const abuseKind = z.enum(abuseKinds);
const flagState = z.enum(['open', 'dismissed', 'confirmed']);

const abuseFlag = z.object({
  id: uuid,
  kind: abuseKind,
  strength: z.enum(strengths),
  /** What the evidence shows, in plain words. */
  sentence: z.string(),
  /** The member, or the number of the employee it is about. */
  customer: z.string().nullable(),
  seller: z.string().nullable(),
  /** The member's or the employee's name; null if unknown. */
  name: z.string().nullable(),
  sites: z.array(z.int()),
  firstSeen: isoTime,
  lastSeen: isoTime,
  state: flagState,
  /** The last decision, also of a flag that new evidence reopened. */
  decision: z.object({ decision: flagState.exclude(['open']), reason: z.string(), by: z.string(), at: isoTime }).nullable(),
});
export type AbuseFlag = z.infer<typeof abuseFlag>;

const abuseEvidence = z.object({
  of: z.enum(['wash', 'read', 'change', 'gift', 'refund']),
  id: z.string(),
  at: isoTime,
  site: z.int().nullable(),
  /** The code that washed, the tag that was read, or the plate that was changed to. */
  code: z.string().nullable(),
  /** The plate that a camera read, or the plate before a change. */
  plate: z.string().nullable(),
  /** The other member or the receiving customer. */
  customer: z.string().nullable(),
  name: z.string().nullable(),
  /** Cents; null except for a refund. */
  amount: z.int().nullable(),
  /** Who entered it: a cashier's name, 'Lane 2' or 'The member'. */
  by: z.string().nullable(),
  /** The way from the wash before, in words: its miles and minutes, and the drive. */
  note: z.string().nullable(),
});
export type AbuseEvidence = z.infer<typeof abuseEvidence>;

/**
 * Lists flags, the strongest first and the newest of them, at most 200, and counts all by kind. Flags about the caller are left out.
 * Default without `state`: open ones.
 */
export const listAbuseFlags = endpoint({
  id: 'listAbuseFlags',
  method: 'GET',
  path: '/abuse/flags',
  access: atLeastRole('SalesManager'),
  summary: 'Possible abuse of plans and gifts',
  query: z.object({
    state: flagState.optional(),
    kind: abuseKind.optional(),
    site: numberText.pipe(siteNumber).optional(),
    customer: providerId.optional(),
  }),
  response: z.object({
    flags: z.array(abuseFlag),
    ...cappedCount,
    kinds: z.array(z.object({ kind: abuseKind, count: z.int() })),
    /** Days in UTC whose examination failed several times: their washes have no flags yet. */
    notExamined: z.array(z.iso.date()),
  }),
});

/** A flag with the rows that show it, oldest first. 404 `flag_not_found`, also for a flag about the caller. */
export const getAbuseFlag = endpoint({
  id: 'getAbuseFlag',
  method: 'GET',
  path: '/abuse/flags/{id}',
  access: atLeastRole('SalesManager'),
  summary: 'A flag of possible abuse with its evidence',
  params: z.object({ id: uuid }),
  response: z.object({ flag: abuseFlag, evidence: z.array(abuseEvidence) }),
});

/**
 * Dismisses or confirms a flag. Nothing else changes: no plan, no code. 404 `flag_not_found`, 403 `forbidden` for a flag about an employee
 * unless an Admin decides, 409 `flag_changed` if it was decided or has newer evidence than `lastSeen`.
 */
export const decideAbuseFlag = endpoint({
  id: 'decideAbuseFlag',
  method: 'POST',
  path: '/abuse/flags/{id}/decision',
  access: atLeastRole('SalesManager'),
  idempotency: 'optional',
  summary: 'Dismiss or confirm a flag of possible abuse',
  params: z.object({ id: uuid }),
  body: z.object({
    decision: flagState.exclude(['open']),
    reason: trimmedText(500).min(1, 'must not be empty'),
    /** As the caller saw it. */
    lastSeen: isoTime,
  }),
  response: z.object({ flag: abuseFlag }),
});
