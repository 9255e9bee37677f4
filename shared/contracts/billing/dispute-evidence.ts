import { hasInvisibleCharacters } from '@washdesk/rules/text/text';
import { z } from 'zod';
import { atLeastRole, endpoint } from '../endpoint.ts';
import { isoTime, providerId, uuid } from '../values.ts';

/** Characters that Stripe takes: of one text, and of all texts of a dispute together. */
export const largestEvidence = { text: 20_000, all: 150_000 };

/** Stripe's names of the texts of which evidence consists, in the order in which a person reads them. */
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

/** Lines and tabs are taken; every other control character is not. */
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

/** The parts of which the PDF of a pack is made. */
export const evidencePartNames = ['agreement', 'signature', 'receipts', 'washes', 'messages', 'charges'] as const;

const evidencePack = z.object({
  dispute: z.string(),
  /** Whether evidence can still be handed in. */
  open: z.boolean(),
  /** The pack that is stored with the dispute at Stripe; null while none is. */
  pack: uuid.nullable(),
  saved: z.object({ at: isoTime, by: z.string().nullable() }).nullable(),
  submitted: z.object({ at: isoTime, by: z.string().nullable() }).nullable(),
  /** The texts of the stored pack; where none is stored, those that the company's records suggest. */
  texts: byName(z.string()),
  /** How many entries of each part of the PDF the records hold now. */
  parts: z.array(z.object({ part: z.enum(evidencePartNames), count: z.int() })),
});
export type EvidencePack = z.infer<typeof evidencePack>;

const params = z.object({ id: providerId });

/** The pack of a dispute: what is stored, or what would be. 404 `dispute_not_found`. */
export const getEvidencePack = endpoint({
  id: 'getEvidencePack',
  method: 'GET',
  path: '/dispute/{id}/evidence',
  access: atLeastRole('SupportCenter'),
  summary: 'The evidence pack of a dispute',
  params,
  response: evidencePack,
});

/** The PDF of the stored pack, byte for byte; without `pack` one that is made of the records of this moment. 404 `dispute_not_found`, `pack_not_found`. */
export const evidencePdf = endpoint({
  id: 'evidencePdf',
  method: 'GET',
  path: '/dispute/{id}/evidence/pdf',
  access: atLeastRole('SupportCenter'),
  summary: 'The PDF of an evidence pack, as a data address',
  params,
  query: z.object({ pack: uuid.optional() }),
  response: z.object({ pdf: z.string() }),
});

/**
 * Stores texts and PDF with the dispute at Stripe without handing them in; what was stored before is replaced. 404 `dispute_not_found`, 409
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
 * Hands the stored pack in; a bank takes evidence once. 404 `dispute_not_found`, 409 `dispute_closed`, 409 `preview_outdated` where `pack` is
 * not the one that is stored by now.
 */
export const submitEvidencePack = endpoint({
  id: 'submitEvidencePack',
  method: 'POST',
  path: '/dispute/{id}/evidence/submit',
  access: atLeastRole('Admin'),
  summary: 'Hand the evidence pack of a dispute in',
  params,
  body: z.object({ pack: uuid }),
  response: evidencePack,
  idempotency: 'required',
  approvable: true,
});
