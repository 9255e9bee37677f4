import { useSelector } from 'react-redux';
import { atLeast, hasExactly, Role } from '@washdesk/rules/company/roles';
import type { RoleName } from '@washdesk/rules/company/roles';
import { selectSession, selectSessionKnown } from './session-slice.ts';
import type { VisibleSession } from './session-slice.ts';

/** Returns the session, or null when signed out. */
export function useSession(): VisibleSession | null {
  return useSelector(selectSession);
}

/** Whether the app has already checked if a user is signed in. */
export function useSessionKnown(): boolean {
  return useSelector(selectSessionKnown);
}

/** Whether the signed-in person has this role or a higher one (docs/rules/access.md#roles). */
export function useAtLeast(role: RoleName): boolean {
  return atLeast(useSession()?.user.roles ?? 0, Role[role]);
}

/** Whether the signed-in person has exactly this role. */
export function useExactly(role: RoleName): boolean {
  return hasExactly(useSession()?.user.roles ?? 0, Role[role]);
}
