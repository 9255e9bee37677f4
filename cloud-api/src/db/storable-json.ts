import { stripControlCharacters } from '@washdesk/rules/text/text';

/**
 * JSON that a jsonb column takes whatever a foreign system wrote into its texts: PostgreSQL refuses a NUL and half of a surrogate pair.
 * Other control characters go too, for nobody can read them.
 */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_name, inner: unknown) => (typeof inner === 'string' ? stripControlCharacters(inner).toWellFormed() : inner));
