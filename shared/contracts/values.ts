import { z } from 'zod';
import { readCode } from '@washdesk/rules/codes/code-forms';
import { maxCodeLength } from '@washdesk/rules/codes/codes';
import { cleanText, hasControlCharacters, hasInvisibleCharacters, plainPunctuation } from '@washdesk/rules/text/text';

/**
 * Whether a database, a printer and a page can all store or show the text: no control characters, unpaired surrogates or invisible
 * characters.
 */
const bearable = (text: string): boolean => text.isWellFormed() && !hasControlCharacters(text) && !hasInvisibleCharacters(text);
const unbearable = 'must not contain control or invisible characters';

/** Typed text for people: trimmed, without invisible characters. Control characters are refused. */
export const trimmedText = (max: number) => z.string().overwrite(cleanText).trim().max(max).refine(bearable, unbearable);

/** Typed text of several lines. */
export const trimmedLines = (max: number) =>
  z
    .string()
    .overwrite(cleanText)
    .trim()
    .max(max)
    .refine((text) => text.split('\n').every(bearable), unbearable);

/** A name, an address, a phone number or a search term: trimmed, with the hyphens and apostrophes of a keyboard. */
export const plainText = (max: number) => z.string().overwrite(plainPunctuation).trim().max(max).refine(bearable, unbearable);

/** A name that clients pass on unchanged: of a location, a client, a gate. */
export const untrimmedText = (max: number) => z.string().max(max).refine(bearable, unbearable);

/** A plate, tag or card number as typed or scanned; the server reads it (docs/rules/members.md#codes). */
export const codeText = plainText(maxCodeLength).min(1, 'must not be empty').transform(readCode);

/** A site's number as in topics: at most 6 digits. */
export const siteNumber = z.int().positive().max(999_999);
/** A number in a path or query string. */
export const numberText = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number')
  .transform(Number);
/** A device's id at its site: a segment of its topics. */
export const deviceId = z.string().regex(/^[a-z0-9_-]{1,40}$/, 'must be the id of a device');
/** Any JSON value; the recursive `z.json()` cannot be printed as OpenAPI. */
export const jsonValue = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.unknown()), z.record(z.string(), z.unknown())]);
export const yesNo = z.enum(['yes', 'no']);
/** A Washdesk id. */
export const uuid = z.uuid();
/** An image as a data URL; an endpoint that produces `image/*` sends the image itself. */
export const imageUrl = z.string().regex(/^data:image\/(png|jpeg|gif);base64,[A-Za-z0-9+/]+=*$/, 'must be an image');
/** An id of the payment provider. */
export const providerId = z.string().regex(/^[A-Za-z0-9_]{3,80}$/, 'must be an id of the payment provider');
/**
 * A stored card in a call: by the handle shown below Admin, or by the payment provider's id, accepted only from Admins
 * (docs/decisions/0023-card-handles.md).
 */
export const cardReference = z.string().regex(/^(card-[A-Za-z0-9_-]{24,160}|[A-Za-z0-9_]{3,80})$/, 'must be a stored card');
export const isoTime = z.iso.datetime();
export const epochSeconds = z.int().nonnegative();

/** An opaque cursor from `next_page`. */
export const pageCursor = untrimmedText(200);
export const nextPage = z.string().nullable();
/** `count` is at most 1,000; `more` means there are more. */
export const cappedCount = { count: z.int(), more: z.boolean() };

/** `true`, or the bare parameter: reads from the payment provider first. */
export const noCache = z
  .enum(['true', 'false', ''])
  .transform((given) => (given === '' ? 'true' : given))
  .optional();
/** When the provider was last read, and whether it failed to respond; only in responses to `noCache=true`. */
export const freshness = { at: isoTime.optional(), stale: z.boolean().optional() };

/**
 * Returns a schema for one key of a closed list and its new value. `{key, value}` takes precedence; registers and older screens send
 * `{<key>: value}`. An empty value removes the key. `was` is the value that
 * the caller saw.
 */
export function singleKeyUpdate<const K extends readonly [string, ...string[]]>(keys: K, value: z.ZodType<string>) {
  const bare = Object.fromEntries(keys.map((key) => [key, value.optional()])) as Record<K[number], z.ZodOptional<z.ZodType<string>>>;
  return z.object({ key: z.enum(keys).optional(), value: value.optional(), was: value.optional(), ...bare }).transform((body, context) => {
    const {
      key,
      value: named,
      was,
      ...others
    } = body as { key?: K[number]; value?: string; was?: string } & Partial<Record<K[number], string>>;
    const [given, ...more] = Object.entries(others) as [K[number], string][];
    if (key !== undefined && named !== undefined && !given) return { key, value: named, was };
    if (key === undefined && given && more.length === 0) return { key: given[0], value: given[1], was };
    context.addIssue({
      code: 'custom',
      path: [key === undefined ? 'key' : 'value'],
      message: `must be one of ${keys.join(', ')}, with its value`,
    });
    return z.NEVER;
  });
}

/** An IPv4 or IPv6 address, or a network such as `10.0.0.0/8`. */
export const network = z
  .union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'must be an address or a network such as 10.0.0.0/8')
  .refine((text) => !/\/[0-7]$/.test(text), 'must not be half the world: /8 at most');
