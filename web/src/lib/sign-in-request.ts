import { z } from 'zod';
import { isUnderPath, paths } from './paths.ts';

const signInRequest = z.object({
  /** Path and query to return to. */
  origin: z.string(),
  /** Why a sign-in is needed. */
  message: z.string().optional(),
  /** The session that may not open `origin`: only another session returns there. */
  refusedSession: z.string().optional(),
});

/** State passed to /login in the browser history. */
export type SignInRequest = z.infer<typeof signInRequest>;

/** State passed to /logout in the browser history: where the next person continues. */
const logoutRequest = z.object({ nextAt: z.string() });
export type LogoutRequest = z.infer<typeof logoutRequest>;

export const readLogoutRequest = (state: unknown): LogoutRequest | null => logoutRequest.safeParse(state).data ?? null;

/** Reads the request from a history state, which survives a reload and may be anything. */
export function readSignInRequest(state: unknown): SignInRequest | null {
  return signInRequest.safeParse(state).data ?? null;
}

export type LoginMode = 'user' | 'cashier';

const registerEntries = [paths.locationLanding, paths.isi, paths.locationRefund, paths.redeemInterface];

/** The initial sign-in mode: cashiers come from the register's pages, or with a terminal in the query. */
export function initialLoginMode(origin: string, query: string): LoginMode {
  const [path = '', originQuery = ''] = origin.split('?');
  const fromRegister = registerEntries.some((entry) => isUnderPath(path, entry));
  return fromRegister || namesTerminal(query) || namesTerminal(originQuery) ? 'cashier' : 'user';
}

function namesTerminal(query: string): boolean {
  return [...new URLSearchParams(query).keys()].some((name) => name.toLowerCase() === 'xptuser');
}
