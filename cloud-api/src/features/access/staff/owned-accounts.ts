import { namesOfRoles } from '@washdesk/rules/company/roles';
import { writeAudit, type AuditEntry } from '../../../audit/audit.ts';
import type { Tx } from '../../../db/pool.ts';
import { raiseAlert } from '../../../jobs/alert.store.ts';
import type { SessionEnds } from '../../../ports/session-ends.ts';
import { accountsOf, revokeServiceAccount } from './service-account.store.ts';

/**
 * Ends the service accounts of a person who is no Admin any more: their maker may still know the secrets. An agent keeps its site running,
 * so it stays; Admins are told to take it over.
 * @returns the sessions that ended
 */
export async function endAccountsOf(
  tx: Tx,
  owner: number,
  by: Omit<AuditEntry, 'action' | 'subject'>,
  sessionEnds: Pick<SessionEnds, 'endAll'>,
): Promise<string[]> {
  const ended: string[] = [];
  for (const { clientId, name, roles } of await accountsOf(tx, owner)) {
    const key = `service-account.owner-left:${clientId}:${by.at.toISOString()}`;
    const [is, task] = roles === 0 ? ['has', 'Take it over'] : ['ended: it had', 'Add a new one if it is still needed'];
    const reason = `The service account ${name} ${is} no owner any more. ${task} at /admin/serviceaccounts.`;
    await raiseAlert(tx, { key, site: null, customer: null, reason, created: by.at });
    if (roles === 0) continue;
    await revokeServiceAccount(tx, clientId, by.at);
    await writeAudit(tx, {
      ...by,
      action: 'service-account.revoked',
      subject: `service:${clientId}`,
      before: { name, roles: namesOfRoles(roles) },
      why: 'its owner left',
    });
    ended.push(...(await sessionEnds.endAll(tx, { program: clientId }, 'service-account.revoked')));
  }
  return ended;
}
