import { customerKeys } from '@washdesk/rules/company/metadata-keys';
import { atLeast, Role } from '@washdesk/rules/company/roles';
import type { Principal } from '../common/caller.ts';

/** The keys that screens use. Ids of Sitewatch and keys of other programs are for Admins (docs/rules/access.md#what-a-response-shows). */
const shownKeys: ReadonlySet<string> = new Set(Object.values(customerKeys).filter((key) => key !== customerKeys.sitewatchId));

const isCustomer = (object: object): object is { metadata: object } =>
  'id' in object &&
  typeof object.id === 'string' &&
  object.id.startsWith('cus_') &&
  'metadata' in object &&
  typeof object.metadata === 'object' &&
  object.metadata !== null;

function namesCustomer(value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false;
  return isCustomer(value) || Object.values(value).some(namesCustomer);
}

function reduced(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reduced);
  if (value === null || typeof value !== 'object') return value;
  const fields = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, reduced(one)]));
  if (!isCustomer(value)) return fields;
  return { ...fields, metadata: Object.fromEntries(Object.entries(value.metadata).filter(([key]) => shownKeys.has(key))) };
}

/** Returns a response with customers' metadata as its caller may see it, whatever the call. An approval does not change that. */
export function withShownMetadata(principal: Principal | null, response: unknown): unknown {
  if (principal !== null && atLeast(principal.roles, Role.Admin)) return response;
  return namesCustomer(response) ? reduced(response) : response;
}
