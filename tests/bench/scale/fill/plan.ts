/** The counts of a filling. */
export interface Size {
  members: number;
}

/** The statements that add rows to one table, in chronological order. */
export interface TableFilling {
  table: string;
  statements: readonly string[];
}

/** Returns a pseudo-random number below `modulo` that is the same in every run. */
export const drawn = (of: string, salt: number, modulo: number): string =>
  `(abs(hashint8extended((${of})::bigint, ${salt}) % ${modulo}))::int`;

/** Returns an id in Stripe's format. */
export const idOf = (prefix: string, of: string): string => `'${prefix}_' || substr(md5('${prefix}' || (${of})), 1, 14)`;

/** Returns a UUID of version 7 that begins with the time `at`; `of` determines the rest. */
export const uuidAt = (at: string, of: string): string =>
  `(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '7' || substr(md5(${of}), 1, 3) || '8' || substr(md5(${of}), 4, 15))::uuid`;

export const epoch = (at: string): string => `extract(epoch from ${at})::bigint`;

/** Returns the members with at least `turn` items, for each turn from the oldest to the newest, so that rows are in chronological order. */
export const turns = (most: number, statement: (turn: number) => string): string[] =>
  Array.from({ length: most }, (_one, index) => statement(most - index));
