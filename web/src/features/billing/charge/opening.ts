import { z } from 'zod';

/**
 * What one opening of the screen knows beside its address. The browser's history keeps it: the same after a reload, another one for the
 * next opening of the same address.
 */
const opening = z.object({
  /** Tells two charges of one amount apart that no sale number tells apart. */
  visit: z.uuid(),
  /** Another amount than the sale's; only where AllowManualEntry is on. */
  amountCents: z.int().positive().optional(),
  /** Stripe's id of a payment of this sale that was not begun under a key of this screen. */
  paidBy: z.string().optional(),
});
export type Opening = z.infer<typeof opening>;

/** Null in an address that has just been opened. */
export function readOpening(historyState: unknown): Opening | null {
  return opening.safeParse(historyState).data ?? null;
}
