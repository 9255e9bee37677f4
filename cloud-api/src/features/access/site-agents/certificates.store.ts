import { sql } from 'kysely';
import type { PersonalTables } from '../../../db/personal-data.ts';
import type { Db, Tx } from '../../../db/pool.ts';

interface SiteCertificateTable {
  serial: string;
  site: number;
  enrollment: string;
  /** DER (SubjectPublicKeyInfo). */
  public_key: Buffer;
  pem: string;
  host: string;
  issued: Date;
  expires: Date;
  /** The first sign-in with it. */
  used: Date | null;
  replaced_by: string | null;
  revoked: Date | null;
  revoked_by: string | null;
  revoked_reason: string | null;
}

interface UsedAssertionTable {
  id: string;
  expires: Date;
}

declare module '../../../db/schema.ts' {
  interface Database {
    site_certificate: SiteCertificateTable;
    used_assertion: UsedAssertionTable;
  }
}

export const personalData = {
  site_certificate: {
    plain: [
      'serial',
      'site',
      'enrollment',
      'public_key',
      'pem',
      'host',
      'issued',
      'expires',
      'used',
      'replaced_by',
      'revoked',
      'revoked_by',
      'revoked_reason',
    ],
  },
  used_assertion: { plain: ['id', 'expires'] },
} satisfies PersonalTables;

export interface StoredCertificate {
  serial: string;
  site: number;
  enrollment: string;
  publicKey: Buffer;
  pem: string;
  host: string;
  expires: Date;
  used: Date | null;
  revoked: Date | null;
  /** Whether a sign-in has used the certificate that replaced it. */
  isSuperseded: boolean;
}

const certificates = (db: Db) =>
  db
    .selectFrom('site_certificate as c')
    .leftJoin('site_certificate as next', 'next.serial', 'c.replaced_by')
    .select(['c.serial', 'c.site', 'c.enrollment', 'c.public_key as publicKey', 'c.pem', 'c.host', 'c.expires', 'c.used', 'c.revoked'])
    .select(sql<boolean>`next.used is not null`.as('isSuperseded'));

export async function certificateBySerial(db: Db, serial: string): Promise<StoredCertificate | null> {
  return (await certificates(db).where('c.serial', '=', serial).executeTakeFirst()) ?? null;
}

/** Returns the certificate of a site for a key. */
export async function certificateOfKey(db: Db, site: number, publicKey: Buffer): Promise<StoredCertificate | null> {
  return (await certificates(db).where('c.site', '=', site).where('c.public_key', '=', publicKey).executeTakeFirst()) ?? null;
}

/** Returns the newest certificate of a site that is not revoked. */
export async function currentCertificate(db: Db, site: number): Promise<StoredCertificate | null> {
  const valid = certificates(db).where('c.site', '=', site).where('c.revoked', 'is', null);
  return (await valid.orderBy('c.issued', 'desc').limit(1).executeTakeFirst()) ?? null;
}

export async function insertCertificate(
  tx: Tx,
  { publicKey, ...same }: Omit<SiteCertificateTable, 'public_key' | 'used' | 'replaced_by' | `revoked${string}`> & { publicKey: Buffer },
): Promise<void> {
  const unused = { used: null, replaced_by: null, revoked: null, revoked_by: null, revoked_reason: null };
  await tx
    .insertInto('site_certificate')
    .values({ ...same, ...unused, public_key: publicKey })
    .execute();
}

/** The certificate that replaces all earlier ones of the site at its first use. */
export async function replaceCertificates(tx: Tx, site: number, by: string): Promise<void> {
  const others = tx.updateTable('site_certificate').set({ replaced_by: by }).where('site', '=', site).where('serial', '!=', by);
  await others.where('revoked', 'is', null).execute();
}

/** @returns whether this is its first use */
export async function markUsed(tx: Tx, serial: string, at: Date): Promise<boolean> {
  const unused = tx.updateTable('site_certificate').set({ used: at }).where('serial', '=', serial).where('used', 'is', null);
  return (await unused.executeTakeFirst()).numUpdatedRows > 0n;
}

/** Revokes every certificate of the site. @returns how many were valid */
export async function revokeCertificates(
  tx: Tx,
  site: number,
  { at, by, reason }: { at: Date; by: string; reason: string },
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('site_certificate')
    .set({ revoked: at, revoked_by: by, revoked_reason: reason })
    .where('site', '=', site)
    .where('revoked', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Returns revoked certificates that a broker would otherwise accept. */
export function revokedBefore(db: Db, at: Date): Promise<{ serial: string; site: number; revoked: Date }[]> {
  return db
    .selectFrom('site_certificate')
    .select(['serial', 'site', sql<Date>`revoked`.as('revoked')])
    .where('revoked', 'is not', null)
    .where('expires', '>', at)
    .orderBy('serial')
    .execute();
}

/** @returns false if the assertion was used before */
export async function useAssertion(tx: Tx, id: string, expires: Date): Promise<boolean> {
  const row = await tx
    .insertInto('used_assertion')
    .values({ id, expires })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
