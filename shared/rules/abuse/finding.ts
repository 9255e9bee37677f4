/** What may be wrong, in the order of the screen (docs/rules/abuse.md). */
export const abuseKinds = ['two-sites', 'tag-plate', 'shared', 'plate-changes', 'daily-limit', 'free-months', 'refunds'] as const;
export type AbuseKind = (typeof abuseKinds)[number];

/** Kinds about an employee; the others are about a member. */
export const sellerKinds = ['free-months', 'refunds'] as const satisfies readonly AbuseKind[];
export type SellerKind = (typeof sellerKinds)[number];

/** Weakest first. */
export const strengths = ['weak', 'clear', 'strong'] as const;
export type Strength = (typeof strengths)[number];

/** A row that shows it: a wash, a tag read at a lane, a change of the plate, a gift or a refund. */
export interface Evidence {
  of: 'wash' | 'read' | 'change' | 'gift' | 'refund';
  id: string;
  /** Epoch milliseconds. */
  at: number;
}

/** The figures of a finding, from which its sentence is made. */
export type AbuseFacts =
  | { kind: 'two-sites'; times: number; sites: [number, number]; miles: number; driveMinutes: number; apartMinutes: number }
  | { kind: 'tag-plate'; reads: number; days: number; plates: number; isMembers: boolean }
  | { kind: 'shared'; washes: number; repeats: number; cars: number | null }
  | { kind: 'plate-changes'; changes: number; washedAfter: number; returned: boolean }
  | { kind: 'daily-limit'; days: number; most: number; limit: number }
  | { kind: SellerKind; count: number; expected: number; percent: number; percentOfWork: number; peers: number };

export interface Finding {
  facts: AbuseFacts;
  strength: Strength;
  evidence: Evidence[];
}

export const dayMs = 86_400_000;

/** Days of washes, reads and gifts that a rule looks at, up to the examined day. */
export const windowDays: Readonly<Record<AbuseKind, number>> = {
  'two-sites': 30,
  'tag-plate': 30,
  shared: 30,
  'plate-changes': 90,
  'daily-limit': 30,
  'free-months': 60,
  refunds: 60,
};
