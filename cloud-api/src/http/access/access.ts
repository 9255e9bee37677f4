import { rolesSuffice } from '@washdesk/contracts/access';
import type { Access } from '@washdesk/contracts/endpoint';
import type { Caller } from '../../common/caller.ts';
import { forbidden, forbiddenBelow, pinRequired, unauthorized } from '../../common/failure.ts';

/** @throws Failure 401 if the caller is unknown, 403 if the caller is not allowed, 403 `pin_required` if the PIN makes the difference */
export function checkAccess(access: Access, caller: Caller): void {
  const { principal, device } = caller;
  switch (access.kind) {
    case 'public':
      return;
    case 'device':
      if (principal || (device && (!access.kinds || access.kinds.includes(device.kind)))) return;
      throw device ? forbidden() : unauthorized();
    case 'signedIn':
      if (principal) return;
      throw unauthorized();
    case 'atLeast':
    case 'exact': {
      if (!principal) throw unauthorized();
      if (rolesSuffice(access, principal.roles)) return;
      throw rolesSuffice(access, principal.withheldRoles ?? 0) ? pinRequired() : forbiddenBelow(access.role);
    }
    default:
      access satisfies never;
  }
}
