import { z } from 'zod';

/** A card that a reader or the on-screen form has kept for later, as people see it. The number itself never comes near us. */
export const capturedCard = z.object({
  /** Stripe's id of the setup intent that holds the card. */
  setupIntent: z.string(),
  brand: z.string().nullable(),
  last4: z.string().nullable(),
  fingerprint: z.string().nullable(),
});
export type CapturedCard = z.infer<typeof capturedCard>;
