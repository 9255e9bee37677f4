import { sql, type Kysely } from 'kysely';

/** A signature is a drawing, or the typed name of a customer who cannot draw. The former release, still running, writes drawings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table signature add column typed_name text`.execute(db);
  await sql`
    alter table signature
      drop constraint signature_check,
      drop constraint signature_check1,
      add constraint signature_signed_once check (num_nonnulls(image, typed_name) = (state = 'signed')::int),
      add constraint signature_signed_whole check (
        (image is null) = (image_hash is null) and (signed_at is not null) = (state = 'signed')
      )`.execute(db);
}
