import { sql } from 'kysely';
import type { RefusedCode } from '@washdesk/contracts/access/site-agent';
import { writeAudit } from '../../../audit/audit.ts';
import type { Caller } from '../../../common/caller.ts';
import type { Failure } from '../../../common/failure.ts';
import { countInHour } from '../../../db/hourly-count.ts';
import type { Db } from '../../../db/pool.ts';

const action = 'site-agent.code-refused';
/** Rows of all networks together: guesses must not fill the audit. */
const rowsAnHour = 30;
const shownRows = 10;
const shownForMs = 86_400_000;

const reasons: Readonly<Record<string, RefusedCode['reason']>> = { code_unknown: 'unknown', code_used: 'used', code_expired: 'expired' };

interface Attempt {
  /** Null for an unknown code. */
  site: number | null;
  host: string;
  version: string;
  caller: Pick<Caller, 'requestId'>;
  failure: Failure;
  at: Date;
}

/**
 * Writes an attempt with a refused code to the audit, where the page of the codes reads it. Neither the code is written nor the address of the
 * caller, who may be anyone: the log has it by the request's id.
 */
export async function auditRefusedCode(db: Db, { site, host, version, caller: { requestId }, failure, at }: Attempt): Promise<void> {
  const reason = reasons[failure.code];
  if (reason === undefined || (await countInHour(db, action)).attempts > rowsAnHour) return;
  const subject = `enrolment:${site ?? 'unknown'}`;
  await writeAudit(db, {
    actor: 'anonymous',
    site,
    device: null,
    action,
    subject,
    after: { host, version },
    why: reason,
    requestId,
    at,
  });
}

/** Returns the refused attempts of the last day, newest first. */
export async function refusedCodes(db: Db, now: Date): Promise<RefusedCode[]> {
  const rows = await db
    .selectFrom('audit')
    .select(['at', 'site', 'why', sql<string | null>`after->>'host'`.as('host')])
    .where('action', '=', action)
    .where('at', '>', new Date(now.getTime() - shownForMs))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(shownRows)
    .execute();
  return rows.map(({ at, site, why, host }) => ({
    at: at.toISOString(),
    site,
    host: host ?? '',
    reason: Object.values(reasons).find((reason) => reason === why) ?? 'unknown',
  }));
}
