import { atLeast, hasExactly, Role } from '@washdesk/rules/company/roles';
import type { RoleName } from '@washdesk/rules/company/roles';
import { useSelector } from 'react-redux';
import { selectSession, selectSessionKnown } from './session-slice.ts';
import type { VisibleSession } from './session-slice.ts';

/** The session, or null when nobody is signed in. */
export function useSession(): VisibleSession | null {
  return useSelector(selectSession);
}

/** Whether the app knows by now if someone is signed in. */
export function useSessionKnown(): boolean {
  return useSelector(selectSessionKnown);
}

/** Whether the person signed in holds this role or a higher one (docs/rules/access.md#roles). */
export function useAtLeast(role: RoleName): boolean {
  return atLeast(useSession()?.user.roles ?? 0, Role[role]);
}

/** Whether the person signed in holds this very role. */
export function useExactly(role: RoleName): boolean {
  return hasExactly(useSession()?.user.roles ?? 0, Role[role]);
}
