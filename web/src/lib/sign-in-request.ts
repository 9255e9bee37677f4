import { z } from 'zod';
import { isUnderPath, paths } from './paths.ts';

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

/** What /logout is told in the history's state: where the next person goes on. */
const logoutRequest = z.object({ nextAt: z.string() });
export type LogoutRequest = z.infer<typeof logoutRequest>;

export const readLogoutRequest = (state: unknown): LogoutRequest | null => logoutRequest.safeParse(state).data ?? null;

/** The request in a history state, which outlives a reload and so may be anything. */
export function readSignInRequest(state: unknown): SignInRequest | null {
  return signInRequest.safeParse(state).data ?? null;
}

export type LoginMode = 'user' | 'cashier';

const registerEntries = [paths.locationLanding, paths.isi, paths.locationRefund, paths.redeemInterface];

/** The mode that the sign-in opens in: cashiers come from the register's own pages, or with a terminal in the query. */
export function initialLoginMode(origin: string, query: string): LoginMode {
  const [path = '', originQuery = ''] = origin.split('?');
  const fromRegister = registerEntries.some((entry) => isUnderPath(path, entry));
  return fromRegister || namesTerminal(query) || namesTerminal(originQuery) ? 'cashier' : 'user';
}

function namesTerminal(query: string): boolean {
  return [...new URLSearchParams(query).keys()].some((name) => name.toLowerCase() === 'xptuser');
}
