import { onlineTerminal } from '@washdesk/rules/plans/online-sign-up';
import { programPrincipal } from '../../../common/caller.ts';

/**
 * In whose name the public's operations are done. It works at no site, so that no key of the public's is ever taken for one of a register;
 * the site of a sale is in its facts.
 */
export const onlinePrincipal = programPrincipal('online', 'Online', { terminal: onlineTerminal });
