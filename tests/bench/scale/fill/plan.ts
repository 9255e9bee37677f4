/** How many of everything a filling has. */
export interface Size {
  members: number;
}

/** The statements that add rows to one table, in the order in which the rows would have come in real life. */
export interface TableFilling {
  table: string;
  statements: readonly string[];
}

/** A number below `modulo` that looks drawn by chance and is the same in every run. */
export const drawn = (of: string, salt: number, modulo: number): string =>
  `(abs(hashint8extended((${of})::bigint, ${salt}) % ${modulo}))::int`;

/** An id of Stripe's form. */
export const idOf = (prefix: string, of: string): string => `'${prefix}_' || substr(md5('${prefix}' || (${of})), 1, 14)`;

/** A UUID of version 7 that begins with the time `at`; `of` makes the rest. */
export const uuidAt = (at: string, of: string): string =>
  `(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '7' || substr(md5(${of}), 1, 3) || '8' || substr(md5(${of}), 4, 15))::uuid`;

export const epoch = (at: string): string => `extract(epoch from ${at})::bigint`;

/** The members with at least `turn` of something, for each turn from the oldest to the newest, so that rows lie in the order of time. */
export const turns = (most: number, statement: (turn: number) => string): string[] =>
  Array.from({ length: most }, (_one, index) => statement(most - index));
