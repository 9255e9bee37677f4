import { rolesSuffice } from '@washdesk/contracts/access';
import type { Access } from '@washdesk/contracts/endpoint';

/** Whether these roles have access; null if no one is signed in. */
export function allows(access: Access, roles: number | null): boolean {
  switch (access.kind) {
    case 'public':
      return true;
    // members have no screen in the staff app
    case 'member':
      return false;
    case 'device':
    case 'signedIn':
      return roles !== null;
    case 'atLeast':
    case 'exact':
    case 'granted':
      return roles !== null && rolesSuffice(access, roles);
  }
}
