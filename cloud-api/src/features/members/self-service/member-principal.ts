import { onlineTerminal } from '@washdesk/rules/plans/online-sign-up';
import { programPrincipal, type Caller, type MemberSession, type Principal } from '../../../common/caller.ts';
import { unauthorized } from '../../../common/failure.ts';

/** Returns the member of a call whose contract requires one. */
export function memberOf({ member }: Pick<Caller, 'member'>): MemberSession {
  if (!member) throw unauthorized();
  return member;
}

const memberId = 'member';

export const isMemberActor = ({ kind, id }: Pick<Principal, 'kind' | 'id'>): boolean => kind === 'service' && id === memberId;

/**
 * The principal of what members do: without any role. It names no customer, because operations and the sealed audit keep it when the customer
 * is erased; their subject names the customer.
 */
export const memberPrincipal = (requestId: string): Principal =>
  programPrincipal(memberId, 'Member', requestId, { terminal: onlineTerminal });
