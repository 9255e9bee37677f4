import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

/** Returns a checksum of a row's content: SQLite's own checks cover pages, not the bytes of a value. */
export const checksumOf = (content: string): string => hash('sha256', content, 'hex').slice(0, 16);

/** Adds the column of the checksum to a table of an earlier release; its rows have none and are not checked. */
export function addSumColumn(database: DatabaseSync, table: string): void {
  const columns = database.prepare(`PRAGMA table_info(${table})`).all();
  if (!columns.some(({ name }) => name === 'sum')) database.exec(`ALTER TABLE ${table} ADD COLUMN sum TEXT`);
}
