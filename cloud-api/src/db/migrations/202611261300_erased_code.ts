import { sql, type Kysely } from 'kysely';

/** Keyed hashes of codes of erased customers, by which late reports of sites are recognized (docs/rules/privacy.md#erasure). */
export const up = (db: Kysely<unknown>) =>
  sql`create table erased_code (hash bytea, erasure uuid not null references erasure, primary key (hash, erasure))`.execute(db);
