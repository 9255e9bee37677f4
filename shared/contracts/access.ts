import { Role, atLeast, hasExactly } from '@washdesk/rules/company/roles';
import type { Access, EnrolledDeviceKind } from './endpoint.ts';

/** Whether a device alone, without a signed-in user, permits a call. */
export const deviceSuffices = (access: Access, kind: EnrolledDeviceKind): boolean =>
  access.kind === 'device' && (!access.kinds || access.kinds.includes(kind));

/** Whether the roles alone permit a call. Access that names no role needs none; a member's calls are open to no role. */
export function rolesSuffice(access: Access, roles: number): boolean {
  if (access.kind === 'atLeast') return atLeast(roles, Role[access.role]);
  if (access.kind === 'exact') return hasExactly(roles, Role[access.role]);
  if (access.kind === 'granted') return hasExactly(roles, Role[access.role]) || hasExactly(roles, Role.Admin);
  return access.kind !== 'member';
}
