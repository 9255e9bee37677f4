import { sql, type Kysely } from 'kysely';

/** Evidence packs: what was stored with a dispute at the payment provider, byte for byte, so that what is handed in is what was seen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table dispute_evidence (
      id uuid primary key,
      dispute text not null,
      texts jsonb not null,
      pdf bytea not null,
      file text,
      created timestamptz not null,
      saved timestamptz,
      saved_by text,
      submitted timestamptz,
      submitted_by text
    )`.execute(db);
  await sql`create index dispute_evidence_dispute on dispute_evidence (dispute, created desc)`.execute(db);
}
