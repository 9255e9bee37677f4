import type { ReceivedAgentState, ReceivedDeviceState } from '@washdesk/site-protocol/envelope';
import type { Tx } from '../../../db/pool.ts';
import { nextFault, noFault, type FaultChange } from './fault-changes.ts';

interface FaultReport {
  site: number;
  /** A device, or the agent's problem (`sourceOf`). */
  source: string;
  /** Reports with the same cause are one fault; null if nothing is wrong. */
  cause: string | null;
  at: Date;
}

/** Prefix of the sources that are not devices. */
const agentPrefix = 'agent:';
const sourceOf = (code: string): string => `${agentPrefix}${code}`;

/** Stores the cause at a source. The caller's transaction has locked the row of the device or of the agent. @returns null for no change to report */
async function storeFault(tx: Tx, { site, source, cause, at }: FaultReport): Promise<FaultChange | null> {
  const known = await tx.selectFrom('site_fault').selectAll().where('site', '=', site).where('source', '=', source).executeTakeFirst();
  const next = nextFault(known ?? noFault, cause, at);
  if (!next) return null;
  const row = { cause: next.fault.cause, ended: JSON.stringify(next.fault.ended), changed: at };
  await tx
    .insertInto('site_fault')
    .values({ site, source, ...row })
    .onConflict((conflict) => conflict.columns(['site', 'source']).doUpdateSet(row))
    .execute();
  return next.change;
}

/** Stores what a device reports of itself. An unreachable device has one cause, because the reason changes with each attempt. */
export async function storeDeviceFault(tx: Tx, site: number, state: ReceivedDeviceState, at: Date): Promise<FaultChange | null> {
  const { id, health, fault } = state;
  return fault === undefined ? null : storeFault(tx, { site, source: id, cause: fault && health === 'offline' ? 'offline' : fault, at });
}

export const agentOffline = 'agent-offline';

export interface ProblemChange {
  code: string;
  change: FaultChange;
}

/** Stores the problems that an agent reports. While it is offline, that is the only one known. @returns those to report, by their code */
export async function storeProblems(tx: Tx, site: number, state: ReceivedAgentState, at: Date): Promise<ProblemChange[]> {
  const open = await tx
    .selectFrom('site_fault')
    .select('source')
    .where('site', '=', site)
    .where('source', 'like', `${agentPrefix}%`)
    .where('cause', 'is not', null)
    .execute();
  const current = state.online ? state.problems.map(({ code }) => code) : [agentOffline];
  const ended = state.online ? open.map(({ source }) => source.slice(agentPrefix.length)).filter((code) => !current.includes(code)) : [];
  const changes: ProblemChange[] = [];
  for (const code of new Set([...current, ...ended])) {
    const cause = current.includes(code) ? code : null;
    const change = await storeFault(tx, { site, source: sourceOf(code), cause, at });
    if (change) changes.push({ code, change });
  }
  return changes;
}

/** Deletes the faults of devices that the agent no longer lists. */
export async function forgetFaults(tx: Tx, site: number, devices: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('site_fault')
    .where('site', '=', site)
    .where('source', 'not like', `${agentPrefix}%`)
    .$if(devices.length > 0, (query) => query.where('source', 'not in', devices))
    .execute();
}
