import { rolesSuffice } from '@washdesk/contracts/access';
import type { Access } from '@washdesk/contracts/endpoint';
import type { Caller } from '../common/caller.ts';
import { forbidden, unauthorized } from '../common/failure.ts';

/** @throws Failure 401 when the caller is not known, 403 when the caller may not */
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
      if (!rolesSuffice(access, principal.roles)) throw forbidden();
      return;
    }
    default:
      access satisfies never;
  }
}
