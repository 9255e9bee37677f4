import { z } from 'zod';

/** A card saved by a reader or the on-screen form, as shown to users. The full number stays with Stripe. */
export const capturedCard = z.object({
  /** Stripe's id of the card's setup intent. */
  setupIntent: z.string(),
  brand: z.string().nullable(),
  last4: z.string().nullable(),
  fingerprint: z.string().nullable(),
});
export type CapturedCard = z.infer<typeof capturedCard>;
