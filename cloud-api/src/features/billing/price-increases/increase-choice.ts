import { z } from 'zod';

/** Which members a bulk increase is for, and what they are to pay, as it is stored. */
const storedChoice = z.object({
  v: z.literal(1),
  prices: z.array(z.object({ from: z.string(), to: z.string() })),
  signedUpFrom: z.string().nullable(),
  signedUpBefore: z.string().nullable(),
});
export type IncreaseChoice = z.infer<typeof storedChoice>;

export const readChoice = (stored: object): IncreaseChoice => storedChoice.parse(stored);
