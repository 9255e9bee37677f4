import { v4 as uuidv4 } from 'uuid';
import {
  createServiceAccount,
  deleteServiceAccount,
  listServiceAccounts,
  takeOverServiceAccount,
  type ServiceAccount,
} from '@washdesk/contracts/access/service-account';
import { addStaff, changeStaff, decideIdentity, resetSecret } from '@washdesk/contracts/access/staff';
import { namesOfRoles, rolesFromNames } from '@washdesk/rules/company/roles';
import type { AuditedPrincipal } from '../../../common/caller.ts';
import { Failure } from '../../../common/failure.ts';
import { principalOf, route, type Route } from '../../../http/route.ts';
import type { ServiceAccountService } from './service-account.service.ts';
import { StaffProblem } from './staff-rules.ts';
import type { StaffService } from './staff.service.ts';

interface Parts {
  /** Returns the services for a user; every change is audited as theirs. */
  staffAs: (by: AuditedPrincipal) => StaffService;
  serviceAccountsAs: (by: AuditedPrincipal) => ServiceAccountService;
}

type Listed = Awaited<ReturnType<ServiceAccountService['list']>>[number];

const saved = { saved: true as const };

/** Returns the services' messages for people unchanged in the API's errors. */
export async function inWords<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof StaffProblem) throw new Failure(409, 'staff_refused', error.message, { cause: error });
    throw error;
  }
}

const shown = ({ clientId, name, roles, site, created, expires, addresses, lastUsed, owner, ownerName }: Listed): ServiceAccount => ({
  client_id: clientId,
  servicename: name,
  permissions: namesOfRoles(roles),
  site,
  created: created.toISOString(),
  expires: expires?.toISOString() ?? null,
  addresses,
  owner: owner === null ? null : { number: owner, name: ownerName ?? String(owner) },
  lastUsed: lastUsed?.toISOString() ?? null,
});

export const staffRoutes = ({ staffAs, serviceAccountsAs }: Parts): Route[] => [
  route(addStaff, async ({ body: { number, name, roles }, keyedCall }) => {
    const call = keyedCall();
    await inWords(staffAs(call.principal).add({ employeeNumber: number, name, roles: rolesFromNames(roles) }, call));
    return saved;
  }),
  route(changeStaff, async ({ params: { number }, body: { roles, active, was }, caller }) => {
    const staff = staffAs(principalOf(caller));
    if (roles !== undefined) await inWords(staff.setRoles(number, rolesFromNames(roles), was?.roles && rolesFromNames(was.roles)));
    if (active !== undefined) await inWords(staff.setActive(number, active, was?.active));
    return saved;
  }),
  route(decideIdentity, async ({ params: { number }, body: { sitewatchName, is }, caller }) => {
    const by = principalOf(caller);
    await inWords(staffAs(by).decideIdentity(number, sitewatchName, is === 'same', by.name));
    return saved;
  }),
  route(resetSecret, async ({ params: { number }, body, caller }) => {
    const staff = staffAs(principalOf(caller));
    const { pin, password, username } = body;
    const by = principalOf(caller);
    const setBy = by.employee === number ? null : by.name;
    if (pin !== undefined) await inWords(staff.setPin(number, pin, setBy));
    if (password !== undefined) await inWords(staff.setPassword(number, password, username, setBy));
    return saved;
  }),
  route(listServiceAccounts, async ({ caller }) => {
    const accounts = (await serviceAccountsAs(principalOf(caller)).list()).map(shown);
    return { serviceaccounts: accounts, count: accounts.length };
  }),
  route(createServiceAccount, async ({ body: { serviceName, servicePermissions, site, expires, addresses }, caller }) => {
    const accounts = serviceAccountsAs(principalOf(caller));
    const clientId = `service-${uuidv4()}`;
    const { employee: owner } = principalOf(caller);
    const wanted = { clientId, name: serviceName, roles: rolesFromNames(servicePermissions), site, addresses, owner };
    const secret = await inWords(accounts.save({ ...wanted, expires: new Date(expires) }));
    const made = (await accounts.list()).find((account) => account.clientId === clientId);
    if (!made) throw new Error('New service account not found');
    return { ...shown(made), client_secret: secret };
  }),
  route(takeOverServiceAccount, async ({ params: { client_id: clientId }, caller }) => {
    const by = principalOf(caller);
    if (by.employee !== null) await serviceAccountsAs(by).takeOver(clientId, by.employee);
    return { taken: true as const };
  }),
  route(deleteServiceAccount, async ({ params: { client_id: clientId }, keyedCall }) => {
    const call = keyedCall();
    await serviceAccountsAs(call.principal).revoke(clientId, call);
    return { deleted: true as const };
  }),
];
