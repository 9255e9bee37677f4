import { onlineTerminal } from '@washdesk/rules/plans/online-sign-up';
import { programPrincipal, type Caller, type MemberSession, type Principal } from '../../../common/caller.ts';
import { unauthorized } from '../../../common/failure.ts';

/** Returns the member of a call whose contract requires one. */
export function memberOf({ member }: Pick<Caller, 'member'>): MemberSession {
  if (!member) throw unauthorized();
  return member;
}

/**
 * The principal of what a member does: without any role. Its id has the customer, so that the keys of two members never collide and the
 * audit names the customer.
 */
export const memberPrincipal = (customer: string, requestId: string): Principal =>
  programPrincipal(`member:${customer}`, 'Member', requestId, { terminal: onlineTerminal });

/** The principal of a member's call. */
export const principalOfMember = (caller: Caller): Principal => memberPrincipal(memberOf(caller).customer, caller.requestId);
