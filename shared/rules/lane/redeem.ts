/** The outcome of a redeemed code (docs/rules/lane.md#recent-customers). */
export type RedeemStatus = 'Active' | 'Not Active' | 'Not Found';

export interface RecentRedeem {
  code: string;
  /** ISO 8601 UTC. */
  redeemedAt: string;
  status: RedeemStatus;
}

/** The number of recent customers shown, how often old ones are removed, and how long a message is shown. */
export const recentListLength = 10;
export const recentCleanupMs = 10_000;
export const redeemMessageMs = 5_000;

/** How long a plate that a camera read is offered: its car has then moved on. */
export const plateSuggestionMs = 60_000;

/** How long the screen offers to undo a redeem. */
export const undoOfferMs = 5_000;

/** How long the API accepts an undo: the response before the offer and the request after it also take time. */
export const undoWindowMs = 7_000;

/** The delay before a receipt with a price increase prints automatically after a redeem. */
export const priceIncreasePrintMs = 1_000;

/** Messages of the API and the screen (docs/decisions/0017-redeem.md). */
export const redeemMessages = {
  alreadyRedeemed: 'Customer Already Redeemed',
  usageRecorded: 'Usage recorded',
  noActivePlan: 'No Active Plan Found in Stripe',
  customerNotFound: 'Customer Not Found in Stripe',
  codeNotHeld: 'This customer no longer has this plate or tag. Open the customer.',
} as const;

/** Returns the message for any other lookup failure, including the server's. */
export function redeemErrorMessage(message: string): string {
  return `Error: ${message}`;
}

/** Returns the entries within the redeem window, in order. */
export function pruneRecent<Entry extends RecentRedeem>(entries: readonly Entry[], now: Date, windowMs: number): Entry[] {
  return entries.filter(({ redeemedAt }) => now.getTime() - Date.parse(redeemedAt) < windowMs);
}

/** Returns the latest ten entries, newest first, for the screen. */
export function latestRecent<Entry extends RecentRedeem>(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((a, b) => Date.parse(b.redeemedAt) - Date.parse(a.redeemedAt)).slice(0, recentListLength);
}
