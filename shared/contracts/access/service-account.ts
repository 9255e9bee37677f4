import { z } from 'zod';
import { roleNames, type RoleName } from '@washdesk/rules/company/roles';
import { atLeastRole, endpoint } from '../endpoint.ts';
import { isoTime, network, siteNumber, trimmedText } from '../values.ts';

const roles = z.array(z.enum(roleNames as [RoleName, ...RoleName[]])).min(1, 'must name at least one role');

const clientId = z.string().regex(/^[\w.-]{2,80}$/, 'must be the id of a service account');

const serviceAccount = z.object({
  client_id: z.string(),
  servicename: z.string(),
  permissions: z.array(z.string()),
  /** The only site where the account works; null if not limited to one. */
  site: z.int().nullable(),
  created: isoTime,
  /** When the account expires and can no longer sign in. */
  expires: isoTime.nullable(),
  /** The only addresses the account may sign in from; empty for any. */
  addresses: z.array(z.string()),
  lastUsed: isoTime.nullable(),
  /** The Admin who answers for it; null for an account of the command line. */
  owner: z.object({ number: z.int(), name: z.string() }).nullable(),
});
export type ServiceAccount = z.infer<typeof serviceAccount>;

export const listServiceAccounts = endpoint({
  id: 'listServiceAccounts',
  method: 'GET',
  path: '/serviceaccounts',
  access: atLeastRole('Admin'),
  summary: 'API access for clients and site agents',
  response: z.object({ serviceaccounts: z.array(serviceAccount), count: z.int() }),
});

/** Returns the secret only in this response; only its hash is stored. 404 `site_unknown`. */
export const createServiceAccount = endpoint({
  id: 'createServiceAccount',
  method: 'POST',
  path: '/serviceaccounts',
  access: atLeastRole('Admin'),
  summary: 'Create a service account',
  body: z.object({
    serviceName: trimmedText(60).min(1, 'must not be empty'),
    servicePermissions: roles,
    site: siteNumber.nullable().default(null),
    /** At most a year from now. */
    expires: isoTime,
    addresses: z.array(network).min(1, 'must name where the program runs').max(20, 'must be at most 20'),
  }),
  response: serviceAccount.extend({ client_secret: z.string() }),
});
export type CreatedServiceAccount = z.output<typeof createServiceAccount.response>;

/** Makes the caller its owner. An account with permissions ends when its owner is no Admin any more. 404 `service_account_unknown`. */
export const takeOverServiceAccount = endpoint({
  id: 'takeOverServiceAccount',
  method: 'PUT',
  path: '/serviceaccounts/{client_id}/owner',
  access: atLeastRole('Admin'),
  idempotency: 'natural',
  summary: 'Take over a service account',
  params: z.object({ client_id: clientId }),
  response: z.object({ taken: z.literal(true) }),
});

/** The account can no longer sign in, and its open sessions end at once. 404 `service_account_unknown`. */
export const deleteServiceAccount = endpoint({
  id: 'deleteServiceAccount',
  method: 'DELETE',
  path: '/serviceaccounts/{client_id}',
  access: atLeastRole('Admin'),
  idempotency: 'optional',
  summary: 'Delete a service account',
  params: z.object({ client_id: clientId }),
  response: z.object({ deleted: z.literal(true) }),
});
