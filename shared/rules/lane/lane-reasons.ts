/** The reasons of a lane's decision (docs/rules/lane.md#decisions-at-the-lane). */
export const laneReasons = ['admitted', 'payment-due', 'not-active', 'ended', 'not-found', 'already-redeemed', 'roster-too-old'] as const;
export type LaneReason = (typeof laneReasons)[number];

export const laneReasonWords: Readonly<Record<LaneReason, string>> = {
  admitted: 'The member is admitted',
  'payment-due': 'The member is admitted, payment is due',
  'not-active': 'The member’s plan is not active',
  ended: 'The member’s plan has ended',
  'not-found': 'No member has this code',
  'already-redeemed': 'The member was admitted already, within the time between two washes',
  'roster-too-old': 'The site’s roster is too old to decide',
};

/** Returns the reason that a sentence of a trace names; null for any other sentence. */
export const laneReasonOf = (words: string | null): LaneReason | null =>
  laneReasons.find((reason) => laneReasonWords[reason] === words) ?? null;
