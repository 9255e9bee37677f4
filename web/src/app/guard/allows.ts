import type { Access } from '@washdesk/contracts/endpoint';
import { atLeast, hasExactly, Role } from '@washdesk/rules/company/roles';

/** Whether these roles have access; null if no one is signed in. */
export function allows(access: Access, roles: number | null): boolean {
  switch (access.kind) {
    case 'public':
      return true;
    case 'device':
    case 'signedIn':
      return roles !== null;
    case 'atLeast':
      return roles !== null && atLeast(roles, Role[access.role]);
    case 'exact':
      return roles !== null && hasExactly(roles, Role[access.role]);
  }
}
