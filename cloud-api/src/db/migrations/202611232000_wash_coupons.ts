import { sql, type Kysely } from 'kysely';

/** Wash coupons by the number of their invoice: each has one. */
const statements = [
  sql`create table wash_coupon (
    vendor_id text primary key,
    principal text not null,
    key text not null,
    request_hash bytea not null,
    site integer not null references site,
    state text not null check (state in ('unsent', 'asked', 'made')),
    image text,
    asked timestamptz not null,
    made timestamptz,
    check ((state = 'made') = (image is not null))
  )`,
  sql`create index wash_coupon_key on wash_coupon (principal, key)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
