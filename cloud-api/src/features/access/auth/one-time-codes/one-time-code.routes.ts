import { changeSecret, confirmCode, listStaff, resetCode, setUpCode } from '@washdesk/contracts/access/one-time-code';
import { refreshCookie } from '../../../../common/caller.ts';
import { principalOf, route, type Reply, type Route } from '../../../../http/route.ts';
import type { IssuedSession } from '../sessions/session.ts';
import type { SignInService } from '../sign-in/sign-in.service.ts';
import type { StaffAccess } from '../sign-in/staff-access.ts';

/** The refresh token is sent only to this path. */
export const cookiePath = '/api/auth';

/** Sends the refresh token to browsers as an HttpOnly cookie, unreadable for scripts. */
export function inCookie({ answer, refresh }: IssuedSession, reply: Reply): IssuedSession['answer'] {
  if (refresh) reply.cookie(refreshCookie, refresh.token, { path: cookiePath, maxAgeSeconds: refresh.maxAgeSeconds });
  return answer;
}

export function oneTimeCodeRoutes({ signIn, staffAccess }: { signIn: SignInService; staffAccess: StaffAccess }): Route[] {
  return [
    route(setUpCode, ({ body, caller }) => signIn.setUpCode(body.credentials, caller)),
    route(confirmCode, async ({ body, caller, cookies, reply }) => {
      const { session, recoveryCodes } = await signIn.confirmCode(body.credentials, body.code, caller, cookies(refreshCookie));
      return { session: inCookie(session, reply), recoveryCodes };
    }),
    route(changeSecret, async ({ body, caller }) => {
      await signIn.changeSecret(body, caller);
      return { changed: true as const };
    }),
    route(resetCode, async ({ body, caller }) => ({ reset: await staffAccess.resetCode(body.employee, principalOf(caller)) })),
    route(listStaff, async () => {
      const staff = await staffAccess.list();
      return { staff, count: staff.length };
    }),
  ];
}
