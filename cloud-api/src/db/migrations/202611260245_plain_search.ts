import { sql, type Kysely } from 'kysely';

/** Typographic signs in `search`, and what a keyboard has in their place. */
const typographic = '‘’‚‛′‵ʹʺʻʼʽ´`‐‑‒–—―−';
const plain = `${"'".repeat(13)}${'-'.repeat(7)}`;
const invisible = '[\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufeff]';

/** Rewrites the search texts that `searchable` now folds further; few have these characters. */
export const up = (db: Kysely<unknown>) =>
  sql`update mirror_customer set search = regexp_replace(translate(search, ${typographic}, ${plain}), ${invisible}, '', 'g')
    where search ~ ${`[${typographic}]|${invisible}`}`.execute(db);
