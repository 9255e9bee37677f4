import { afterAction, type RolloutAction, type SiteUpdateState } from '@washdesk/rules/company/rollouts';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import { programPrincipal, type AuditedPrincipal } from '../../../common/caller.ts';
import type { Tx } from '../../../db/pool.ts';
import { renewOffers, saveRollout, type StoredRollout } from './rollout.store.ts';

export const auditedActions: Readonly<Record<RolloutAction, string>> = {
  continue: 'rollout.continued',
  pause: 'rollout.paused',
  resume: 'rollout.resumed',
  cancel: 'rollout.canceled',
};

/** The actor of what a rollout does by itself. */
const byItself = ({ id }: Pick<StoredRollout, 'id'>): AuditedPrincipal => programPrincipal('rollout', 'Rollout', `rollout:${id}`);

interface Change {
  action: RolloutAction;
  why: string;
  at: Date;
  /** Null if the rollout does it by itself. */
  by: AuditedPrincipal | null;
}

/**
 * Applies an action to a locked rollout, with its audit row; an action that was done already changes nothing.
 * @returns null if the rollout's state does not allow the action
 */
export async function changeRollout(tx: Tx, rollout: StoredRollout, { action, why, at, by }: Change): Promise<StoredRollout | null> {
  const next = afterAction(rollout, action);
  if (next === null || next === rollout) return next;
  const paused = action === 'pause' ? { pausedBecause: why, pausedBy: by?.id ?? null } : { pausedBecause: null, pausedBy: null };
  const changed = { ...next, ...paused, stageSince: at, ended: action === 'cancel' ? at : null };
  await saveRollout(tx, changed);
  if (action === 'resume') await renewOffers(tx, rollout.id, at);
  const [before, after] = [rollout, changed].map(({ stage, state }) => ({ stage, state }));
  const row = { action: auditedActions[action], subject: `rollout:${rollout.id}`, before, after: { version: rollout.version, ...after } };
  await writeAudit(tx, { ...auditBy(by ?? byItself(rollout)), ...row, why, at });
  return changed;
}

/** Ends a locked rollout that has a result of every site. */
export async function finishRollout(tx: Tx, rollout: StoredRollout, at: Date): Promise<void> {
  await saveRollout(tx, { ...rollout, state: 'finished', ended: at });
  const row = { action: 'rollout.finished', subject: `rollout:${rollout.id}`, after: { version: rollout.version }, at };
  await writeAudit(tx, { ...auditBy(byItself(rollout)), ...row });
}

interface FailedSite {
  site: number;
  name: string;
  update: SiteUpdateState;
  reason: string | null;
}

/** Returns what failed at a site, as a sentence. */
export function failureSentence({ site, name, update, reason }: FailedSite): string {
  if (update === 'silent') return `${name} (${site}) was offered the update and sent no result in time`;
  const what = update === 'refused' ? 'refused the release' : 'went back to its previous version';
  return reason === null ? `${name} (${site}) ${what}` : `${name} (${site}) ${what}: ${reason}`;
}

/** The agent remembers the failed version and would refuse it without another report. */
export const rolledBackBefore = (version: string): string =>
  `This site rolled ${version} back before. It needs a release with another number`;

/** The first failure pauses a locked, running rollout; later ones find it paused. */
export async function pauseForFailure(tx: Tx, rollout: StoredRollout, failed: FailedSite, at: Date): Promise<void> {
  if (rollout.state === 'running') await changeRollout(tx, rollout, { action: 'pause', why: failureSentence(failed), at, by: null });
}
