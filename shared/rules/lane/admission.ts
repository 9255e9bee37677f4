import { isPaymentDue, mayWash } from '../plans/statuses.ts';

/** The decision about a code at a lane or a register (docs/rules/lane.md#who-is-admitted). */
export type Admission = 'admitted' | 'payment-due' | 'not-active' | 'ended' | 'not-found';

/** The part of a roster row that decides. */
export interface Standing {
  status: string;
  /** A good status is admitted until this instant; null if no end is known. */
  goodUntil: Date | null;
}

/** @param holder the roster's row of the code; null without one */
export function admissionOf(holder: Standing | null, now: Date): Admission {
  if (holder === null) return 'not-found';
  const { status, goodUntil } = holder;
  if (!mayWash(status)) return 'not-active';
  if (goodUntil !== null && now >= goodUntil) return 'ended';
  return isPaymentDue(status) ? 'payment-due' : 'admitted';
}

export const admits = (admission: Admission): boolean => admission === 'admitted' || admission === 'payment-due';

const dayMs = 86_400_000;

export interface Term {
  status: string;
  /** The end of the paid period; null if no end is known. */
  periodEnd: Date | null;
  discontinued: boolean;
  /** A day on which the plan is set to end. */
  endsAt: Date | null;
}

/**
 * Returns when a plan stops admitting; null for one that does not admit, or without an end. The grace days are for late payments, so a
 * discontinued plan has none.
 */
export function admittedUntil({ status, periodEnd, discontinued, endsAt }: Term, graceDays: number): Date | null {
  if (periodEnd === null || !mayWash(status)) return null;
  const latest = discontinued ? periodEnd.getTime() : periodEnd.getTime() + graceDays * dayMs;
  return new Date(endsAt === null ? latest : Math.min(latest, endsAt.getTime()));
}

/** A customer who has a code. */
export interface Holder {
  customer: string;
  status: string;
  subscription: string | null;
  periodEnd: Date | null;
}

/** Orders the holders of one code: the first is the one that lanes see. The id decides last, so that the order of reads does not matter. */
export function compareHolders(a: Holder, b: Holder): number {
  return (
    Number(mayWash(b.status)) - Number(mayWash(a.status)) ||
    Number(b.subscription !== null) - Number(a.subscription !== null) ||
    (b.periodEnd?.getTime() ?? 0) - (a.periodEnd?.getTime() ?? 0) ||
    (a.customer < b.customer ? -1 : Number(a.customer > b.customer))
  );
}
