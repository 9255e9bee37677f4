import { admissionOf, admits, type Admission } from '@washdesk/rules/lane/admission';
import type { RosterEntry } from '@washdesk/site-protocol/roster';

/** What a lane does while its roster was not confirmed for long. */
export interface RosterAgePolicy {
  maxRosterAgeHours: number;
  /** `admit-known` admits a member whose status was good, even if the plan has ended since by its date. */
  afterThat: 'refuse' | 'admit-known';
}

export interface Decision {
  admitted: boolean;
  reason: Admission | 'already-redeemed' | 'roster-too-old';
}

export interface DecisionFacts {
  /** The roster's entry of the code; null without one. */
  entry: RosterEntry | null;
  /** When the cloud last confirmed the roster; null if it never did. */
  confirmed: Date | null;
  /** The customer's last usage at this site. */
  redeemed: Date | null;
  /** How long a member is admitted only once. */
  redeemWindowMs: number;
  now: Date;
}

const hourMs = 3_600_000;

/** Decides about a car by the roster alone (docs/rules/lane.md#decisions-at-the-lane). */
export function decide({ entry, confirmed, redeemed, redeemWindowMs, now }: DecisionFacts, policy: RosterAgePolicy): Decision {
  const tooOld = confirmed === null || now.getTime() - confirmed.getTime() > policy.maxRosterAgeHours * hourMs;
  if (tooOld && policy.afterThat === 'refuse') return { admitted: false, reason: 'roster-too-old' };
  const goodUntil = entry?.goodUntil && !tooOld ? new Date(entry.goodUntil) : null;
  const reason = admissionOf(entry && { status: entry.status, goodUntil }, now);
  if (!admits(reason)) return { admitted: false, reason };
  if (redeemed !== null && now.getTime() - redeemed.getTime() < redeemWindowMs) return { admitted: false, reason: 'already-redeemed' };
  return { admitted: true, reason };
}
