import { z } from 'zod';
import { atLeastRole, endpoint } from '../endpoint.ts';
import { isoTime, providerId, uuid } from '../values.ts';

/** Of a new price, or that it was taken back. */
const noticeKinds = ['increase', 'retraction'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/**
 * How far a notice is (docs/rules/billing.md#notices-of-new-prices): waiting for its hours or its turn; queued with the provider; sent; a
 * letter to be printed; printed; dropped because there is nothing to tell any more.
 */
export const noticeStates = ['waiting', 'queued', 'sent', 'letter', 'printed', 'dropped'] as const;
const noticeState = z.enum(noticeStates);
export type NoticeState = z.infer<typeof noticeState>;

const channel = z.enum(['sms', 'email']).nullable();

/** The notice of a new price as a list of members shows it. */
export const memberNotice = z.object({ state: noticeState, channel, told: isoTime.nullable(), reason: z.string().nullable() });

/** What a list of members can be narrowed to: those whose notice is in that state, or who were not told in time. */
export const noticeFilter = z.enum([...noticeStates, 'late']);
export type NoticeFilter = z.infer<typeof noticeFilter>;

const increaseId = z.object({ id: uuid });

const noticesView = z.object({
  counts: z.array(z.object({ kind: z.enum(noticeKinds), state: noticeState, channel, members: z.int() })),
  /** Until when members must be told. */
  tellBy: isoTime,
  /** Members whose price rises and who were not told by then. */
  late: z.int(),
  /** By the clock of each member's site. */
  hours: z.object({ from: z.string(), to: z.string() }),
});
export type IncreaseNotices = z.infer<typeof noticesView>;

/** 404 `increase_not_found`. */
export const increaseNotices = endpoint({
  id: 'increaseNotices',
  method: 'GET',
  path: '/priceincrease/{id}/notices',
  access: atLeastRole('Scheduler'),
  summary: 'How many members of a bulk price increase were told, and by which way',
  params: increaseId,
  response: noticesView,
});

const shownNotice = z.object({ text: z.string(), subject: z.string(), letter: z.string() });

/** The first member's unless one is named. 404 `increase_not_found`, `member_not_found`. */
export const previewNotice = endpoint({
  id: 'previewNotice',
  method: 'GET',
  path: '/priceincrease/{id}/notices/preview',
  access: atLeastRole('Scheduler'),
  summary: 'What a member would be told of a bulk price increase, as text, email and letter',
  params: increaseId,
  query: z.object({ subscription: providerId.optional() }),
  response: z.object({
    subscription: z.string(),
    name: z.string().nullable(),
    notice: shownNotice,
    retraction: shownNotice,
    /** The member behind this one, by name; null for the last. */
    next: z.string().nullable(),
  }),
});
export type NoticePreview = z.infer<typeof previewNotice.response>;

/** The letters that wait to be printed, by name, at most 200: one page each, in one PDF. 404 `increase_not_found`. */
export const increaseLetters = endpoint({
  id: 'increaseLetters',
  method: 'GET',
  path: '/priceincrease/{id}/letters',
  access: atLeastRole('Scheduler'),
  summary: 'Letters to members without a phone or email, as a data URL',
  params: increaseId,
  response: z.object({ letters: z.array(uuid), waiting: z.int(), pdf: z.string().nullable() }),
});

/** Letters that were taken back since they were listed are not to be posted: `dropped`. 404 `increase_not_found`. */
export const markLettersPrinted = endpoint({
  id: 'markLettersPrinted',
  method: 'POST',
  path: '/priceincrease/{id}/letters/printed',
  access: atLeastRole('Scheduler'),
  idempotency: 'optional',
  summary: 'Keep that letters were printed, so that their members count as told',
  params: increaseId,
  body: z.object({ letters: z.array(uuid).min(1, 'must not be empty').max(200) }),
  response: z.object({ printed: z.int(), dropped: z.int() }),
});
