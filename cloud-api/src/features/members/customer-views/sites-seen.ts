import { atLeast, Role } from '@washdesk/rules/company/roles';
import type { Principal } from '../../../common/caller.ts';

/**
 * Returns the only site whose visits this person sees: below SalesManager the session's, because where else a member goes is nothing that
 * the counter needs (docs/rules/access.md#seeing-customers). Null: every site. A session without a site sees none (0).
 */
export const siteSeen = ({ roles, site }: Principal): number | null => (atLeast(roles, Role.SalesManager) ? null : (site ?? 0));
