import { onlineTerminal } from '@washdesk/rules/plans/online-sign-up';
import { programPrincipal, type Principal } from '../../../common/caller.ts';

/**
 * The principal of operations that the public starts. It has no site, so that none of its keys is ever taken for one of a register; the
 * site of a sale is in the operation's facts.
 */
export const onlinePrincipal = (requestId: string): Principal =>
  programPrincipal('online', 'Online', requestId, { terminal: onlineTerminal });
