import { z } from 'zod';

/** A card that a reader or the on-screen form has saved for later, as people see it. The full number stays with Stripe. */
export const capturedCard = z.object({
  /** Stripe's id of the setup intent that holds the card. */
  setupIntent: z.string(),
  brand: z.string().nullable(),
  last4: z.string().nullable(),
  fingerprint: z.string().nullable(),
});
export type CapturedCard = z.infer<typeof capturedCard>;
