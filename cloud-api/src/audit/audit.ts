import { v7 as uuidv7 } from 'uuid';
import type { AuditedPrincipal } from '../common/caller.ts';
import type { Db, Tx } from '../db/pool.ts';
import { separatePersonal } from './personal-values.ts';

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

/**
 * Call it in the transaction of the change itself, so that neither is ever without the other. Personal values are stored beside the sealed
 * row, where an erasure can remove them (docs/decisions/0058-erasure.md).
 */
export async function writeAudit(tx: Tx | Db, { before, after, ...entry }: AuditEntry): Promise<void> {
  const { actor, action, subject, at, approver = null, site = null, device, why = null, requestId } = entry;
  const id = uuidv7();
  const { sealed, personal, hash } = separatePersonal({ subject, before: json(before), after: json(after), why });
  const row = { id, at, actor, approver, site, device, action, ...sealed, personal_hash: hash, request_id: requestId };
  if (!personal) return void (await tx.insertInto('audit').values(row).execute());
  // one statement: a caller outside a transaction must not leave a row without its values
  await tx
    .with('written', (db) => db.insertInto('audit').values(row))
    .insertInto('audit_personal')
    .values({ audit: id, ...personal })
    .execute();
}
