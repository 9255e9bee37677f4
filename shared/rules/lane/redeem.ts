import { normalizeCode } from '../codes/codes.ts';

/** The outcome of a redeemed code (docs/rules/lane.md#recent-customers). */
export type RedeemStatus = 'Active' | 'Not Active' | 'Not Found';

export interface RecentRedeem {
  code: string;
  /** ISO 8601 UTC. */
  redeemedAt: string;
  status: RedeemStatus;
}

/** A member is admitted once within this time, by whatever code. */
export const redeemWindowMs = 300_000;

/** How many recent customers the screen shows, how often it forgets the old ones, and how long a message stands. */
export const recentListLength = 10;
export const recentCleanupMs = 10_000;
export const redeemMessageMs = 5_000;

/** How long after a redeem that bears a price increase its receipt prints by itself. */
export const priceIncreasePrintMs = 1_000;

/** The messages of the API and of the screen (docs/decisions/0017-redeem.md). */
export const redeemMessages = {
  alreadyRedeemed: 'Customer Already Redeemed',
  usageRecorded: 'Usage recorded',
  noActivePlan: 'No Active Plan Found in Stripe',
  customerNotFound: 'Customer Not Found in Stripe',
} as const;

/** The message of any other failure of the look-up, with the server's own. */
export function redeemErrorMessage(message: string): string {
  return `Error: ${message}`;
}

/** The entries under 300 seconds old, in their order: what the screen must remember to refuse a second redeem. */
export function pruneRecent<Entry extends RecentRedeem>(entries: readonly Entry[], now: Date): Entry[] {
  return entries.filter((entry) => isRecent(entry, now));
}

/** The latest ten, newest first: what the screen shows. */
export function latestRecent<Entry extends RecentRedeem>(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((a, b) => Date.parse(b.redeemedAt) - Date.parse(a.redeemedAt)).slice(0, recentListLength);
}

/**
 * Whether this code was redeemed in the last 5 minutes (docs/rules/lane.md#redeem). Our interpretation: only an entry that was admitted
 * counts. A customer who was not found or not active may sign up at the counter and must be able to come right back.
 */
export function alreadyRedeemed(entries: readonly RecentRedeem[], code: string, now: Date): boolean {
  const wanted = normalizeCode(code);
  return entries.some((entry) => entry.status === 'Active' && normalizeCode(entry.code) === wanted && isRecent(entry, now));
}

function isRecent(entry: RecentRedeem, now: Date): boolean {
  return now.getTime() - Date.parse(entry.redeemedAt) < redeemWindowMs;
}
