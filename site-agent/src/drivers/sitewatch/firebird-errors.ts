import { GDSCode } from 'node-firebird';
import { PosRefused, PosTimedOut, PosUnavailable } from '../../ports/pos-database.ts';
import { SalesNotStored } from '../../ports/pos-sales.ts';
import { describe } from '../health-report.ts';

const unique = new Set([GDSCode.UNIQUE_KEY_VIOLATION, GDSCode.NO_DUP]);
/** Codes for a row locked by another transaction. */
const conflict = new Set([
  GDSCode.DEADLOCK,
  GDSCode.LOCK_CONFLICT,
  GDSCode.UPDATE_CONFLICT,
  GDSCode.LOCK_TIMEOUT,
  GDSCode.CONCURRENT_TRANSACTION,
]);
const writeForbidden = new Set([GDSCode.NO_PRIV, GDSCode.READ_ONLY_TRANS, GDSCode.READ_ONLY_DATABASE]);
/** Codes for a server that runs but cannot serve: shut down, log-in rejected, or its file access broken. */
const away = new Set([
  GDSCode.LOGIN,
  GDSCode.SHUTDOWN,
  GDSCode.CONN_LOST,
  GDSCode.NETWORK_ERROR,
  GDSCode.NET_READ_ERR,
  GDSCode.NET_WRITE_ERR,
  GDSCode.LOST_DB_CONNECTION,
  GDSCode.ATT_SHUTDOWN,
]);

/** Returns undefined for an error that is not Firebird's: a lost connection has no number. */
function gdsCode(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('gdscode' in error)) return undefined;
  return typeof error.gdscode === 'number' ? error.gdscode : undefined;
}

function isOneOf(codes: ReadonlySet<number>, error: unknown): boolean {
  const code = gdsCode(error);
  return code !== undefined && codes.has(code);
}

export const isUniqueViolation = (error: unknown): boolean => isOneOf(unique, error);
export const isForeignKeyViolation = (error: unknown): boolean => gdsCode(error) === GDSCode.FOREIGN_KEY;
export const isConflict = (error: unknown): boolean => isOneOf(conflict, error);

/** Whether a statement names a table, column or generator that this database lacks. No row or value causes that. */
export function isOfTheSchema(error: unknown): boolean {
  return gdsCode(error) !== undefined && /SQL error code = -20[456]\b|Generator \S+ is not defined/iu.test(describe(error));
}

function isOfThePort(error: unknown): error is Error {
  return [PosUnavailable, PosTimedOut, PosRefused, SalesNotStored].some((kind) => error instanceof kind);
}

/** Whether the server seems lost, so that the next call would fail the same way. */
export function isLossOfServer(error: unknown): boolean {
  if (isOfThePort(error)) return !(error instanceof PosRefused || error instanceof SalesNotStored);
  const code = gdsCode(error);
  return code === undefined || code === GDSCode.CANCELLED || away.has(code);
}

/**
 * Returns the error that tells a caller what it may conclude. A write that was cut off may have happened: its commit may have arrived.
 * @param error of the driver, or one of the port's own, which is passed on
 */
export function translateError(error: unknown, kind: 'read' | 'write'): Error {
  if (isOfThePort(error)) return error;
  const words = describe(error);
  const code = gdsCode(error);
  if (code === GDSCode.CANCELLED) return new PosTimedOut('Sitewatch didn’t respond in time', { cause: error });
  if (isConflict(error)) return new PosUnavailable('Sitewatch is busy with the same records', { cause: error });
  if (isOneOf(writeForbidden, error)) return new PosUnavailable(`Sitewatch doesn’t allow changes: ${words}`, { cause: error });
  if (isOfTheSchema(error)) return new PosUnavailable(`Sitewatch has an unexpected format: ${words}`, { cause: error });
  if (code !== undefined && !away.has(code)) return new PosRefused(`Sitewatch rejected the change: ${words}`, { cause: error });
  if (kind === 'write') return new PosTimedOut(`The connection to Sitewatch was lost while writing: ${words}`, { cause: error });
  return new PosUnavailable(`Can’t reach Sitewatch: ${words}`, { cause: error });
}
