import { maxCodeLength } from '@washdesk/rules/codes';
import { hasControlCharacters } from '@washdesk/rules/text';
import { z } from 'zod';

/** Text that people typed: trimmed, without control characters. */
export const typedText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => !hasControlCharacters(text), 'must not contain control characters');

/** A plate, tag or card number as typed or scanned; upper-cased by the server (front-desk section 4, redeem step 1). */
export const codeText = typedText(maxCodeLength)
  .min(1, 'must not be empty')
  .transform((code) => code.toUpperCase());

export const siteNumber = z.int().positive();
/** A number in a path or query string. */
export const numberText = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number')
  .transform(Number);
export const yesNo = z.enum(['yes', 'no']);
/** Our own ids. */
export const uuid = z.uuid();
/** An id of the payment provider. */
export const providerId = z.string().regex(/^[A-Za-z0-9_]{3,80}$/, 'must be an id of the payment provider');
export const isoTime = z.iso.datetime();
export const epochSeconds = z.int().nonnegative();

/** An opaque cursor, as `next_page` gave it. */
export const pageCursor = z.string().max(200);
export const nextPage = z.string().nullable();
