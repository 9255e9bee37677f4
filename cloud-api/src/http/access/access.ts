import { deviceSuffices, rolesSuffice } from '@washdesk/contracts/access';
import { callsByEffect } from '@washdesk/contracts/effects';
import type { Access, Endpoint } from '@washdesk/contracts/endpoint';
import type { Caller } from '../../common/caller.ts';
import { codeRequired, forbidden, forbiddenBelow, pinRequired, unauthorized } from '../../common/failure.ts';

/**
 * Rejects a program, whatever its roles, for calls that give rights: an access made by a program would outlive it (docs/rules/access.md#programs).
 * @throws Failure 403 `forbidden`
 */
export function refuseProgram({ id, access }: Endpoint, { principal }: Caller): void {
  if (principal?.kind !== 'service' || access.kind === 'public' || access.kind === 'device') return;
  if (callsByEffect.rights.includes(id)) throw forbidden('Only people can do this');
}

/** @throws Failure 401 if the caller is unknown, 403 if the caller is not allowed, 403 `pin_required` or `code_required` if a PIN or code is missing */
export function checkAccess(access: Access, caller: Caller): void {
  const { principal, device } = caller;
  switch (access.kind) {
    case 'public':
      return;
    case 'member':
      if (!caller.member) throw unauthorized();
      if (caller.member.kind === 'payment' && !access.payer) throw codeRequired();
      return;
    case 'device':
      if (principal || (device && deviceSuffices(access, device.kind))) return;
      throw device ? forbidden() : unauthorized();
    case 'signedIn':
      if (principal) return;
      throw unauthorized();
    case 'atLeast':
    case 'exact':
    case 'granted': {
      if (!principal) throw unauthorized();
      if (rolesSuffice(access, principal.roles)) return;
      throw rolesSuffice(access, principal.withheldRoles ?? 0) ? pinRequired() : forbiddenBelow(access.role);
    }
    default:
      access satisfies never;
  }
}
