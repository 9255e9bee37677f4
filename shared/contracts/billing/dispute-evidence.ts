import { z } from 'zod';
import { hasInvisibleCharacters } from '@washdesk/rules/text/text';
import { atLeastRole, endpoint } from '../endpoint.ts';
import { isoTime, providerId, uuid } from '../values.ts';

/** Characters that Stripe accepts: per text, and for all texts of a dispute together. */
export const largestEvidence = { text: 20_000, all: 150_000 };

/** Stripe's names of the evidence texts, in reading order. */
export const evidenceTextNames = [
  'customer_name',
  'customer_email_address',
  'billing_address',
  'service_date',
  'product_description',
  'access_activity_log',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'refund_refusal_explanation',
  'duplicate_charge_explanation',
  'uncategorized_text',
] as const;
export type EvidenceTextName = (typeof evidenceTextNames)[number];

/** Whether the text has no control characters except line breaks and tabs. */
const isEvidenceText = (text: string): boolean => text.isWellFormed() && !/[^\P{Cc}\n\t]/u.test(text) && !hasInvisibleCharacters(text);

const sentText = z
  .string()
  .transform((text) => text.replaceAll('\r\n', '\n').trim())
  .pipe(
    z
      .string()
      .max(largestEvidence.text, `must have at most ${largestEvidence.text.toLocaleString('en')} characters`)
      .refine(isEvidenceText, 'must not contain control or invisible characters'),
  );

const byName = <T extends z.ZodType>(value: T) =>
  z.object(Object.fromEntries(evidenceTextNames.map((name) => [name, value])) as Record<EvidenceTextName, T>);

const sentTexts = byName(sentText).refine(
  (texts) => Object.values(texts).reduce((sum, text) => sum + text.length, 0) <= largestEvidence.all,
  `all texts together must have at most ${largestEvidence.all.toLocaleString('en')} characters`,
);

/** The parts of a pack's PDF. */
export const evidencePartNames = ['agreement', 'signature', 'receipts', 'washes', 'messages', 'charges'] as const;

const evidencePack = z.object({
  dispute: z.string(),
  /** Whether evidence can still be submitted. */
  open: z.boolean(),
  /** The pack stored with the dispute at Stripe; null if there is none. */
  pack: uuid.nullable(),
  saved: z.object({ at: isoTime, by: z.string().nullable() }).nullable(),
  submitted: z.object({ at: isoTime, by: z.string().nullable() }).nullable(),
  /** The texts of the stored pack, or suggestions from the company's records if none is stored. */
  texts: byName(z.string()),
  /** The number of entries that the records currently have for each part of the PDF. */
  parts: z.array(z.object({ part: z.enum(evidencePartNames), count: z.int() })),
});
export type EvidencePack = z.infer<typeof evidencePack>;

const params = z.object({ id: providerId });

/** Returns a dispute's stored pack, or the one that would be stored. 404 `dispute_not_found`. */
export const getEvidencePack = endpoint({
  id: 'getEvidencePack',
  method: 'GET',
  path: '/dispute/{id}/evidence',
  access: atLeastRole('SupportCenter'),
  summary: 'The evidence pack of a dispute',
  params,
  response: evidencePack,
});

/**
 * Returns the stored pack's PDF, byte for byte; without `pack`, a PDF built from the current records. 404 `dispute_not_found`,
 * `pack_not_found`.
 */
export const evidencePdf = endpoint({
  id: 'evidencePdf',
  method: 'GET',
  path: '/dispute/{id}/evidence/pdf',
  access: atLeastRole('SupportCenter'),
  summary: 'The PDF of an evidence pack, as a data URL',
  params,
  query: z.object({ pack: uuid.optional() }),
  response: z.object({ pdf: z.string() }),
});

/**
 * Stores texts and PDF with the dispute at Stripe without submitting them; replaces the stored pack. 404 `dispute_not_found`, 409
 * `dispute_closed`.
 */
export const saveEvidencePack = endpoint({
  id: 'saveEvidencePack',
  method: 'PUT',
  path: '/dispute/{id}/evidence',
  access: atLeastRole('SupportCenter'),
  summary: 'Store the evidence pack of a dispute',
  params,
  body: z.object({ texts: sentTexts }),
  response: evidencePack,
  idempotency: 'required',
});

/**
 * Submits the stored pack; a bank accepts evidence only once. 404 `dispute_not_found`, 409 `dispute_closed`, 409 `preview_outdated` if
 * `pack` is not the stored one.
 */
export const submitEvidencePack = endpoint({
  id: 'submitEvidencePack',
  method: 'POST',
  path: '/dispute/{id}/evidence/submit',
  access: atLeastRole('Admin'),
  summary: 'Submit the evidence pack of a dispute',
  params,
  body: z.object({ pack: uuid }),
  response: evidencePack,
  idempotency: 'required',
  approvable: true,
});
