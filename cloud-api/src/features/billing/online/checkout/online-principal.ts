import { onlineTerminal } from '@washdesk/rules/plans/online-sign-up';
import { programPrincipal, type Principal } from '../../../../common/caller.ts';

/**
 * The principal of operations that the public starts. It has no site, so its keys never collide with a register's; the sale's site is in
 * the operation's facts.
 */
export const onlinePrincipal = (requestId: string): Principal =>
  programPrincipal('online', 'Online', requestId, { terminal: onlineTerminal });
