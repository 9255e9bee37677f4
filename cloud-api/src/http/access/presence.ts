import { pinRules, readingCalls } from '@washdesk/contracts/effects';
import type { Endpoint } from '@washdesk/contracts/endpoint';
import { Role } from '@washdesk/rules/company/roles';
import type { Caller, Presences, Principal } from '../../common/caller.ts';

/** A PIN entered earlier in the session is enough to read. */
const reads = ({ id, method }: Endpoint): boolean => method === 'GET' || readingCalls.includes(id);

/**
 * Returns the caller with the rights that their presence gives: without a recent PIN a person at a device is a cashier, so that no right
 * above it needs a check of its own (docs/decisions/0052-pin-at-the-counter.md).
 */
export async function withPresence(caller: Caller, endpoint: Endpoint, presences: Presences): Promise<Caller> {
  const { principal } = caller;
  if (principal?.kind !== 'staff') return caller;
  const isMore = principal.roles > Role.Cashier;
  if (!isMore && !Object.hasOwn(pinRules, endpoint.id)) return caller;
  const presence = await presences.of(principal);
  const isPresent = presence === 'recent';
  const hasRoles = isPresent || (presence === 'earlier' && reads(endpoint));
  return { ...caller, principal: { ...principal, isPresent, ...(isMore && !hasRoles && withheld(principal)) } };
}

const withheld = ({ roles }: Principal) => ({ roles: Role.Cashier, withheldRoles: roles });
