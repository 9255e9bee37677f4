import type { ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { deviceSuffices } from '@washdesk/contracts/access';
import type { Access } from '@washdesk/contracts/endpoint';
import { atLeast, Role, type RoleName } from '@washdesk/rules/company/roles';
import { CenterCard } from '../../components/layout/center-card.tsx';
import { paths } from '../../lib/paths.ts';
import { selectSessionEnded } from '../../lib/session/session-slice.ts';
import { useSession } from '../../lib/session/use-session.ts';
import type { SignInRequest } from '../../lib/sign-in-request.ts';
import { useCurrentDeviceQuery } from '../../lib/startup-api.ts';
import { allows } from './allows.ts';

/** Why the user must sign in again. */
const sessionEnded = 'Your session has ended. Sign in again.';
export const noPermission = 'You do not have the proper permissions to access this resource';

/** Shows a screen to users with the required role and to devices that need no sign-in for it; all others sign in and return here (docs/rules/access.md#role-guard). */
export function RoleGuard({ access, children }: { access: Access; children: ReactNode }) {
  const session = useSession();
  const ended = useSelector(selectSessionEnded);
  const { pathname, search } = useLocation();
  const { data: current } = useCurrentDeviceQuery();
  if (allows(access, session?.user.roles ?? null)) return children;
  if (current?.device && deviceSuffices(access, current.device.kind)) return children;
  if (session && access.kind === 'exact' && atLeast(session.user.roles, Role.Admin)) return <NeedsRoleItself role={access.role} />;
  const request: SignInRequest = {
    origin: pathname + search,
    ...(ended ? { message: sessionEnded } : needsRole(access) && { message: noPermission }),
    ...(session && { refusedSession: session.sessionId }),
  };
  return <Navigate to={{ pathname: paths.login, search }} state={request} replace />;
}

/** An Admin without this role does not have to sign in again, because an Admin can grant it. */
function NeedsRoleItself({ role }: { role: RoleName }) {
  return (
    <CenterCard title={`Requires the ${role} role`} lead={`Admins need the ${role} role too. An Admin can add it under Staff.`}>
      <Link to={paths.adminStaff}>Staff</Link>
    </CenterCard>
  );
}

function needsRole(access: Access): boolean {
  return 'role' in access;
}
