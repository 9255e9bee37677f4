import { z } from 'zod';

const signInRequest = z.object({
  /** Path and query to go back to. */
  origin: z.string(),
  /** Why the person is asked. */
  message: z.string().optional(),
  /** The session that may not see `origin`: only another one leads back there. */
  refusedSession: z.string().optional(),
});

/** What /login is told in the history's state. */
export type SignInRequest = z.infer<typeof signInRequest>;

/** The request in a history state, which outlives a reload and so may be anything. */
export function readSignInRequest(state: unknown): SignInRequest | null {
  return signInRequest.safeParse(state).data ?? null;
}
