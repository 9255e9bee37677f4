import {
  chooseLocation,
  enterPin,
  loginEmployee,
  loginServiceAccount,
  loginUser,
  refreshToken,
  revokeRefreshToken,
  unlockPin,
} from '@washdesk/contracts/access/auth';
import { refreshCookie } from '../../../common/caller.ts';
import { Failure } from '../../../common/failure.ts';
import { principalOf, route, type Route } from '../../../http/route.ts';
import { cookiePath, inCookie } from './one-time-codes/one-time-code.routes.ts';
import type { SessionService } from './sessions/session.service.ts';
import type { IssuedSession } from './sessions/session.ts';
import type { PinAttempts } from './sign-in/pin-attempts.ts';
import type { PinPresence } from './sign-in/pin-presence.ts';
import type { SignInService } from './sign-in/sign-in.service.ts';

/** Only a client that sent a refresh token in the body gets one in the body; a browser's script never has one. */
const inBody = ({ answer, refresh }: IssuedSession) => ({ ...answer, refreshToken: refresh?.token });

interface Services {
  presence: PinPresence;
  signIn: SignInService;
  sessions: SessionService;
  pins: PinAttempts;
}

export function authRoutes({ presence, signIn, sessions, pins }: Services): Route[] {
  return [
    route(loginEmployee, async ({ body, caller, cookies, reply }) =>
      inCookie(await signIn.employee(body, caller, cookies(refreshCookie)), reply),
    ),
    route(loginUser, async ({ body, caller, cookies, reply }) => inCookie(await signIn.user(body, caller, cookies(refreshCookie)), reply)),
    route(
      loginServiceAccount,
      async ({ body, caller }) => (await signIn.serviceAccount(body.client_id, body.client_secret, caller)).answer,
    ),
    route(refreshToken, async ({ body, caller, cookies, reply }) => {
      if (body?.refreshToken) return inBody(await sessions.refresh(body.refreshToken, caller));
      const held = cookies(refreshCookie);
      if (!held) throw new Failure(403, 'session_ended', 'Sign in');
      return inCookie(await sessions.refresh(held, caller), reply);
    }),
    route(revokeRefreshToken, async ({ params, query, caller, cookies, reply }) => {
      const { own } = await sessions.end(params.id, caller, cookies(refreshCookie), query.signOut === 'yes');
      if (own) reply.cookie(refreshCookie, '', { path: cookiePath, maxAgeSeconds: 0 });
      return { ended: true as const };
    }),
    route(enterPin, async ({ body, caller }) => ({
      until: (await presence.enter(principalOf(caller), caller, body.pin)).toISOString(),
    })),
    route(unlockPin, async ({ body, caller }) => ({ unlocked: await pins.unlock(body.employee, principalOf(caller)) })),
    route(
      chooseLocation,
      async ({ body, caller }) => (await sessions.chooseLocation(principalOf(caller), caller, body.locationId, body.terminal)).answer,
    ),
  ];
}
