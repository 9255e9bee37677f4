import { z } from 'zod';
import { hasControlCharacters } from '@washdesk/rules/text/text';
import { atLeastRole, endpoint, signedIn } from '../endpoint.ts';
import { isoTime, numberText, providerId, uuid } from '../values.ts';

const longestNote = 2_000;
const lineBreaks = /\r\n?|\n/g;

/** Text from a multiline form: trimmed, with line breaks as `\n` and no other control characters. */
const noteText = z
  .string()
  .transform((text) => text.replaceAll(lineBreaks, '\n').trim())
  .refine((text) => text.length <= longestNote, `must not be longer than ${longestNote} characters`)
  .refine((text) => text.isWellFormed() && !hasControlCharacters(text.replaceAll('\n', '')), 'must not contain control characters');

const attention = z.union([z.literal(0), z.literal(1)]);

/**
 * A note about a customer (docs/rules/members.md#notes). `agent` is the author's name; `attention` 1 shows the note when the customer is
 * opened.
 */
export const note = z.object({
  id: uuid,
  note: z.string(),
  customerId: z.string(),
  attention,
  TimeStamp: isoTime,
  agent: z.string(),
});
export type Note = z.infer<typeof note>;

/** One page, newest first; `count` is the total. `alerts` are the notes with attention from all pages: the customer alert. */
const notePage = z.object({ notes: z.array(note), count: z.int(), alerts: z.array(note) });
export type NotePage = z.infer<typeof notePage>;

const pageSizes = ['10', '20', '50', '100'] as const;

/** Pages start at 1; a page past the last is empty. 404 `customer_not_found`. */
export const customerNotes = endpoint({
  id: 'customerNotes',
  method: 'GET',
  path: '/customer/{id}/notes',
  access: signedIn,
  summary: "A customer's notes",
  params: z.object({ id: providerId }),
  query: z.object({
    page: numberText.refine((page) => page >= 1, 'must be 1 or more').default(1),
    pageSize: z.enum(pageSizes).default('50').transform(Number),
  }),
  response: notePage,
});

/**
 * Adds a note and returns the first 50 notes. Card numbers are removed from the text; `note` takes precedence over `notes`. With
 * `X-Operation` the operation has already written its note: nothing is written, and the body is ignored. 404 `customer_not_found`,
 * `operation_not_found`, or `note_not_found` if the operation wrote none; 409 `operation_not_done`.
 */
export const addNote = endpoint({
  id: 'addNote',
  method: 'POST',
  path: '/note',
  access: signedIn,
  idempotency: 'optional',
  summary: 'Add a note to a customer',
  body: z
    .object({
      note: noteText.optional(),
      notes: noteText.optional(),
      customerId: providerId.optional(),
      attention: attention.default(0),
    })
    .default({ attention: 0 }),
  response: notePage,
  stepOfOperation: true,
});

/** 404 `note_not_found`, also if the note does not belong to the given `customerid`. */
export const markNote = endpoint({
  id: 'markNote',
  method: 'PUT',
  path: '/note/{id}',
  access: signedIn,
  idempotency: 'natural',
  summary: "Switch a note's attention on or off",
  params: z.object({ id: uuid }),
  query: z.object({ customerid: providerId.optional() }),
  body: z.object({ attention }),
  response: note,
});

/** 404 `note_not_found`. */
export const deleteNote = endpoint({
  id: 'deleteNote',
  method: 'DELETE',
  path: '/note/{id}',
  access: atLeastRole('Admin'),
  summary: 'Delete a note',
  params: z.object({ id: uuid }),
  response: z.object({ id: uuid, customerId: z.string(), deleted: z.literal(true) }),
  idempotency: 'required',
  approvable: true,
});
