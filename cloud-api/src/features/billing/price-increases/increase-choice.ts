import { z } from 'zod';

/** A bulk increase's members and new prices, as stored. */
const storedChoice = z.object({
  v: z.literal(1),
  prices: z.array(z.object({ from: z.string(), to: z.string() })),
  signedUpFrom: z.string().nullable(),
  signedUpBefore: z.string().nullable(),
});
export type IncreaseChoice = z.infer<typeof storedChoice>;

export const readChoice = (stored: object): IncreaseChoice => storedChoice.parse(stored);
