/** Kinds of stored data that expire; a table declares its kind beside its columns (docs/rules/privacy.md#retention). */
export const retentionKinds = [
  'answers',
  'errors',
  'events',
  'jobs',
  'messages',
  'notes',
  'reads',
  'receipts',
  'traces',
  'unknownEvents',
  'washes',
] as const;
export type RetentionKind = (typeof retentionKinds)[number];

/** Days after which data of a kind is removed; null keeps it until its customer is erased. */
export type Retention = Readonly<Record<RetentionKind, number | null>>;

export const defaultRetention: Retention = {
  answers: 30,
  errors: 90,
  events: 30,
  jobs: 90,
  messages: 365,
  notes: null,
  reads: 400,
  receipts: null,
  traces: 90,
  unknownEvents: 365,
  washes: null,
};

/**
 * The least days of each kind: a repeated call must find its response, an operation is resumed for a day, Stripe delivers an event again
 * for three, and a dispute about a wash or a receipt arrives up to 120 days later.
 */
export const leastRetention: Readonly<Record<RetentionKind, number>> = {
  answers: 7,
  errors: 1,
  events: 7,
  jobs: 7,
  messages: 30,
  notes: 30,
  reads: 90,
  receipts: 180,
  traces: 7,
  unknownEvents: 30,
  washes: 180,
};
