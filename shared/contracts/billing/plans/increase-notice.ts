import { z } from 'zod';
import { atLeastRole, endpoint, grantedRole } from '../../endpoint.ts';
import { isoTime, providerId, uuid } from '../../values.ts';

/** Whether the notice announces a new price or retracts it. */
const noticeKinds = ['increase', 'retraction'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/**
 * The state of a notice (docs/rules/billing.md#notices-of-new-prices): waiting for its hours or its turn; queued at the provider; sent; a
 * letter to print; printed; dropped because it no longer applies.
 */
export const noticeStates = ['waiting', 'queued', 'sent', 'letter', 'printed', 'dropped'] as const;
const noticeState = z.enum(noticeStates);
export type NoticeState = z.infer<typeof noticeState>;

const channel = z.enum(['sms', 'email']).nullable();

/** The notice of a new price as a member list shows it. */
export const memberNotice = z.object({ state: noticeState, channel, told: isoTime.nullable(), reason: z.string().nullable() });

/** Filters a member list by the state of the notice, or to members who were not notified in time. */
export const noticeFilter = z.enum([...noticeStates, 'late']);
export type NoticeFilter = z.infer<typeof noticeFilter>;

const increaseId = z.object({ id: uuid });

const noticesView = z.object({
  counts: z.array(z.object({ kind: z.enum(noticeKinds), state: noticeState, channel, members: z.int() })),
  /** The deadline for notifying members. */
  tellBy: isoTime,
  /** Members with a rising price who were not notified by the deadline. */
  late: z.int(),
  /** In the time zone of each member's site. */
  hours: z.object({ from: z.string(), to: z.string() }),
});
export type IncreaseNotices = z.infer<typeof noticesView>;

/** 404 `increase_not_found`. */
export const increaseNotices = endpoint({
  id: 'increaseNotices',
  method: 'GET',
  path: '/priceincrease/{id}/notices',
  access: atLeastRole('Scheduler'),
  summary: 'How many members of a bulk price increase were notified, by channel',
  params: increaseId,
  response: noticesView,
});

const shownNotice = z.object({ text: z.string(), subject: z.string(), letter: z.string() });

/** Previews the notice of the given member; default: the first. 404 `increase_not_found`, `member_not_found`. */
export const previewNotice = endpoint({
  id: 'previewNotice',
  method: 'GET',
  path: '/priceincrease/{id}/notices/preview',
  access: atLeastRole('Scheduler'),
  summary: 'Preview of the notice of a bulk price increase, as text, email and letter',
  params: increaseId,
  query: z.object({ subscription: providerId.optional() }),
  response: z.object({
    subscription: z.string(),
    name: z.string().nullable(),
    notice: shownNotice,
    retraction: shownNotice,
    /** The next member by name; null for the last. */
    next: z.string().nullable(),
  }),
});
export type NoticePreview = z.infer<typeof previewNotice.response>;

/** Returns the letters to print as one PDF: by name, at most 200, one page each. 404 `increase_not_found`. */
export const increaseLetters = endpoint({
  id: 'increaseLetters',
  method: 'GET',
  path: '/priceincrease/{id}/letters',
  access: atLeastRole('Scheduler'),
  summary: 'Letters to members without a phone or email, as a data URL',
  params: increaseId,
  response: z.object({ letters: z.array(uuid), waiting: z.int(), pdf: z.string().nullable() }),
});

/**
 * Marks letters as printed. `dropped`: the number of letters retracted since they were listed; do not mail these. 404 `increase_not_found`.
 */
export const markLettersPrinted = endpoint({
  id: 'markLettersPrinted',
  method: 'POST',
  path: '/priceincrease/{id}/letters/printed',
  access: grantedRole('Scheduler'),
  idempotency: 'optional',
  summary: 'Mark letters as printed, so that their members count as notified',
  params: increaseId,
  body: z.object({ letters: z.array(uuid).min(1, 'must not be empty').max(200) }),
  response: z.object({ printed: z.int(), dropped: z.int() }),
});
