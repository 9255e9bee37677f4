import { v7 as uuidv7 } from 'uuid';
import type { AuditedPrincipal } from '../common/caller.ts';
import type { Db, Tx } from '../db/pool.ts';

/** The actor, action, subject, place and reason of a change. `before` and `after` never contain a secret, not even its hash. */
export interface AuditEntry {
  /** Employee number as text, a service account's client id, or a program's name. */
  actor: string;
  /** Employee number of the person who approved the call. */
  approver?: string | undefined;
  site?: number | null;
  /** The enrolled device where it was done. */
  device: string | null;
  /** Noun and verb: `device.revoked`. */
  action: string;
  /** Kind and id of the changed object: `staff:101`. */
  subject: string;
  before?: unknown;
  after?: unknown;
  why?: string | null;
  /** The call or other cause: `job:<id>`, `webhook:<event>`, `cli:<tool>`. */
  requestId: string;
  at: Date;
}

/** The actor, the place and the call of an action. */
type AuditActor = Pick<AuditEntry, 'actor' | 'approver' | 'site' | 'device' | 'requestId'>;

export const auditBy = ({ id, site, device = null, requestId, approver }: AuditedPrincipal): AuditActor => ({
  actor: id,
  approver: approver?.id,
  site,
  device,
  requestId,
});

const json = (value: unknown): string | null => (value === undefined || value === null ? null : JSON.stringify(value));

/** Call it in the transaction of the change itself, so that neither is ever without the other. */
export async function writeAudit(tx: Tx | Db, { before, after, ...entry }: AuditEntry): Promise<void> {
  const { actor, action, subject, at, approver = null, site = null, device, why = null, requestId } = entry;
  await tx
    .insertInto('audit')
    .values({
      id: uuidv7(),
      at,
      actor,
      approver,
      site,
      device,
      action,
      subject,
      before: json(before),
      after: json(after),
      why,
      request_id: requestId,
    })
    .execute();
}
