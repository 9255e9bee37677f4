import { stripControlCharacters } from '@washdesk/rules/text/text';

/**
 * Returns JSON that a jsonb column accepts, whatever texts a foreign system wrote: PostgreSQL rejects a NUL and half of a surrogate pair.
 * Other control characters are removed too, because they are unreadable.
 */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_name, inner: unknown) => (typeof inner === 'string' ? stripControlCharacters(inner).toWellFormed() : inner));
