/** Rows of one table of the cloud's PostgreSQL. */
export interface CloudTable {
  name: string;
  /** Every row has the same columns; instants are ISO 8601. */
  rows: Record<string, unknown>[];
}
