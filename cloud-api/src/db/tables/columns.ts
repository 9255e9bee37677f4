import type { ColumnType, JSONColumnType } from 'kysely';

/** Read as the object, written as JSON text. */
export type Json<T extends object> = JSONColumnType<T>;

/** PostgreSQL's bigint, read as a number, which our sequences never exceed (db/pool.ts sets the parser). */
export type BigInteger = ColumnType<number, number, number>;
