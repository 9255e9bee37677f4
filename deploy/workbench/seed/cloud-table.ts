/** Rows of one table of the cloud's PostgreSQL. */
export interface CloudTable {
  name: string;
  /** Each row names the same columns; instants are ISO 8601. */
  rows: Record<string, unknown>[];
}
