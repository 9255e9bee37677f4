import { z } from 'zod';

/**
 * What one visit of the screen knows beside its address. The browser's history stores it: the same after a reload, another one for the next
 * visit of the same address.
 */
const visitState = z.object({
  /** Tells two charges of one amount apart where the register named no sale. */
  visit: z.uuid(),
  /** Another amount than the sale's; only where AllowManualEntry is on. */
  amountCents: z.int().positive().optional(),
  /** Stripe's id of a payment of this sale that was not begun under a key of this screen. */
  paidBy: z.string().optional(),
});
export type VisitState = z.infer<typeof visitState>;

/** Null in an address that has just been opened. */
export function readVisitState(historyState: unknown): VisitState | null {
  return visitState.safeParse(historyState).data ?? null;
}
