import { z } from 'zod';

/**
 * The state of one visit of the screen beside its URL. The browser's history stores it: unchanged by a reload, new for the next visit of
 * the same URL.
 */
const visitState = z.object({
  /** Distinguishes two charges of the same amount if the register passed no sale. */
  visit: z.uuid(),
  /** Another amount than the sale's; only if AllowManualEntry is on. */
  amountCents: z.int().positive().optional(),
  /** Why. */
  reason: z.string().optional(),
  /** Stripe's id of a payment of this sale made without a key of this screen. */
  paidBy: z.string().optional(),
});
export type VisitState = z.infer<typeof visitState>;

/** Returns null for a newly opened URL. */
export function readVisitState(historyState: unknown): VisitState | null {
  return visitState.safeParse(historyState).data ?? null;
}
