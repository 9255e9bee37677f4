import { sql, type Selectable } from 'kysely';
import type { EnrolledDeviceKind } from '@washdesk/contracts/endpoint';
import type { Db, Tx } from '../../../db/pool.ts';
import type { DeviceTable, EnrolmentTable } from '../../../db/tables/people.ts';

/** The description of a device: part of the enrollment link, then copied to the device. */
export interface DeviceDescription {
  kind: EnrolledDeviceKind;
  name: string;
  site: number;
  terminal: string | null;
}

export interface StoredDevice extends DeviceDescription {
  id: string;
  /** The only addresses and networks where it may be used; empty for any. */
  networks: string[];
  enrolled: Date;
  lastSeen: Date | null;
  revoked: Date | null;
}

export interface Enrolment extends DeviceDescription {
  id: string;
  expires: Date;
  used: Date | null;
}

const toDevice = (row: Selectable<DeviceTable>): StoredDevice => ({
  id: row.id,
  kind: row.kind as EnrolledDeviceKind,
  name: row.name,
  site: row.site,
  terminal: row.terminal,
  networks: row.networks,
  enrolled: row.enrolled,
  lastSeen: row.last_seen,
  revoked: row.revoked,
});

export async function siteExists(db: Db, site: number): Promise<boolean> {
  return (await db.selectFrom('site').select('number').where('number', '=', site).executeTakeFirst()) !== undefined;
}

/** Returns the site's name, otherwise its number. */
export async function siteName(db: Db, site: number): Promise<string> {
  const row = await db.selectFrom('site').select('name').where('number', '=', site).executeTakeFirst();
  return row?.name ?? String(site);
}

export interface NewEnrolment extends DeviceDescription {
  id: string;
  tokenHash: Buffer;
  createdBy: string;
  created: Date;
  expires: Date;
}

export async function insertEnrolment(tx: Tx, { tokenHash, createdBy, ...same }: NewEnrolment): Promise<void> {
  const kept = { ...same, token_hash: tokenHash, created_by: createdBy, device: null, used: null };
  await tx.insertInto('enrolment').values(kept).execute();
}

/** Locks the enrollment, so that only the first of two browsers with one link enrolls. */
export async function lockEnrolment(tx: Tx, tokenHash: Buffer): Promise<Enrolment | null> {
  return toEnrolment(await tx.selectFrom('enrolment').selectAll().where('token_hash', '=', tokenHash).forUpdate().executeTakeFirst());
}

export async function enrolmentByToken(db: Db, tokenHash: Buffer): Promise<Enrolment | null> {
  return toEnrolment(await db.selectFrom('enrolment').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst());
}

function toEnrolment(row: Selectable<EnrolmentTable> | undefined): Enrolment | null {
  if (!row) return null;
  const { id, name, site, terminal, expires, used } = row;
  return { id, kind: row.kind as EnrolledDeviceKind, name, site, terminal, expires, used };
}

/** Inserts the device and uses up its link. */
export async function insertDevice(
  tx: Tx,
  { lastSeen, ...same }: StoredDevice,
  { hash, since }: { hash: Buffer; since: Date },
  enrolment: string,
): Promise<void> {
  const device = { ...same, last_seen: lastSeen, secret_hash: hash, secret_since: since };
  await tx.insertInto('device').values(device).execute();
  await tx.updateTable('enrolment').set({ device: device.id, used: device.enrolled }).where('id', '=', enrolment).execute();
}

export interface DeviceWithSecret extends StoredDevice {
  /** When the secret was first used; null until then. */
  secretConfirmed: Date | null;
}

const withSecret = (row: Selectable<DeviceTable>): DeviceWithSecret => ({ ...toDevice(row), secretConfirmed: row.secret_confirmed });

const inService = (db: Db) => db.selectFrom('device').selectAll().where('revoked', 'is', null);

export async function deviceBySecret(db: Db, secretHash: Buffer): Promise<DeviceWithSecret | null> {
  const row = await inService(db).where('secret_hash', '=', secretHash).executeTakeFirst();
  return row ? withSecret(row) : null;
}

/** Returns all devices in service by their secret's hash in base64url. */
export async function devicesBySecret(db: Db): Promise<Map<string, DeviceWithSecret>> {
  const rows = await inService(db).execute();
  return new Map(rows.map((row) => [row.secret_hash.toString('base64url'), withSecret(row)]));
}

export async function deviceById(db: Db, id: string): Promise<StoredDevice | null> {
  const row = await db.selectFrom('device').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toDevice(row) : null;
}

export async function allDevices(db: Db): Promise<StoredDevice[]> {
  const rows = await db.selectFrom('device').selectAll().orderBy('site').orderBy('name').orderBy('id').execute();
  return rows.map(toDevice);
}

export async function markSeen(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('device').set({ last_seen: at }).where('id', '=', id).execute();
}

/** Maximum number of networks stored per device, so that a stolen cookie fills no table. */
const mostNetworks = 100;

/** @returns 'known', or whether the new network is the device's first */
export async function addNetwork(db: Db | Tx, device: string, network: string, at: Date): Promise<'known' | 'first' | 'new'> {
  const { rows } = await sql<{ others: number }>`
    insert into device_network (device, network, first_seen)
    select ${device}, ${network}, ${at} where (select count(*) from device_network where device = ${device}) < ${mostNetworks}
    on conflict do nothing
    returning (select count(*)::integer from device_network where device = ${device}) as others`.execute(db);
  const [added] = rows;
  if (!added) return 'known';
  return added.others === 0 ? 'first' : 'new';
}

/** Returns the device before and after; null for an unknown or revoked one. */
export async function setNetworks(
  tx: Tx,
  id: string,
  networks: readonly string[],
): Promise<{ before: StoredDevice; after: StoredDevice } | null> {
  const row = await tx.selectFrom('device').selectAll().where('id', '=', id).where('revoked', 'is', null).forUpdate().executeTakeFirst();
  if (!row) return null;
  await tx
    .updateTable('device')
    .set({ networks: [...networks] })
    .where('id', '=', id)
    .execute();
  const before = toDevice(row);
  return { before, after: { ...before, networks: [...networks] } };
}

/** Returns null for an unknown or revoked device. */
export async function markRevoked(tx: Tx, id: string, at: Date): Promise<StoredDevice | null> {
  const row = await tx
    .updateTable('device')
    .set({ revoked: at })
    .where('id', '=', id)
    .where('revoked', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return row ? toDevice(row) : null;
}
