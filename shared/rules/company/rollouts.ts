import { compareVersions } from './release-version.ts';

/** A rollout reaches its canary sites first, and the others after `continue`. */
export const rolloutStages = ['canary', 'all'] as const;
export type RolloutStage = (typeof rolloutStages)[number];

export const rolloutStates = ['running', 'paused', 'finished', 'canceled'] as const;
export type RolloutState = (typeof rolloutStates)[number];

/**
 * What became of the update at a site.
 * - offered, downloaded: it is on its way
 * - installed: the agent runs the new version and its service host keeps it
 * - rolled_back: the agent runs its previous version again
 * - refused: the agent doesn't accept the release
 * - silent: the site has sent no result in time
 * - unable: this site can't update itself; that says nothing about the release
 */
export const siteUpdateStates = ['offered', 'downloaded', 'installed', 'rolled_back', 'refused', 'silent', 'unable'] as const;
export type SiteUpdateState = (typeof siteUpdateStates)[number];

export interface Rollout {
  version: string;
  stage: RolloutStage;
  state: RolloutState;
  /** The sites that receive it first. */
  canary: readonly number[];
  /** Sites that may update at the same time. */
  most: number;
}

export interface RolloutSite {
  site: number;
  /** The version that its agent reported last. */
  version: string | null;
  /** Null if this rollout has not offered the site anything yet. */
  update: SiteUpdateState | null;
}

const isBelow = (version: string | null, target: string): boolean => compareVersions(version ?? '', target) < 0;

export const isUpdating = ({ update }: Pick<RolloutSite, 'update'>): boolean => update === 'offered' || update === 'downloaded';

/** Whether a result speaks against the release, so that it pauses the rollout. */
export const isUpdateFailure = (update: SiteUpdateState | null): boolean =>
  update === 'rolled_back' || update === 'refused' || update === 'silent';

/**
 * Returns what is stored of a site's update after its agent reported a step; null for no change. A silent site has lost its place, which only a
 * new offer gives back. An agent that went back refuses the version from then on, which is no other result.
 */
export function afterReport(
  update: SiteUpdateState | null,
  reported: 'downloaded' | 'installed' | 'refused' | 'rolled_back',
): SiteUpdateState | null {
  if (reported === update || (reported === 'refused' && update === 'rolled_back')) return null;
  return reported === 'downloaded' && update !== 'offered' ? null : reported;
}

const hasStage = ({ stage, canary }: Rollout, { site }: RolloutSite): boolean => stage === 'all' || canary.includes(site);

/** Whether the site has neither the version nor a result yet. A silent site may try again. */
export const isWaitingForUpdate = ({ version: target }: Rollout, { version, update }: RolloutSite): boolean =>
  (update === null || update === 'silent') && isBelow(version, target);

/** Whether the release may be offered to a site now. A site whose update is on its way keeps its place. */
export function mayOffer(rollout: Rollout, sites: readonly RolloutSite[], number: number): boolean {
  const site = sites.find((one) => one.site === number);
  if (!site || rollout.state !== 'running' || !hasStage(rollout, site)) return false;
  // on trial, the agent already has the version
  if (!isBelow(site.version, rollout.version)) return false;
  return isUpdating(site) || (isWaitingForUpdate(rollout, site) && sites.filter(isUpdating).length < rollout.most);
}

/** Returns the sites whose agents should ask for the update now. @param online which of them can be reached */
export function sitesToAsk(rollout: Rollout, sites: readonly RolloutSite[], online: ReadonlySet<number>): number[] {
  const free = rollout.most - sites.filter(isUpdating).length;
  const waiting = sites.filter((site) => online.has(site.site) && !isUpdating(site) && mayOffer(rollout, sites, site.site));
  return waiting.slice(0, Math.max(free, 0)).map(({ site }) => site);
}

const hourMs = 3_600_000;
/** Each request for the file is a sign of life. The trial takes two minutes at most. */
const overdueMs = { offered: 3 * hourMs, downloaded: hourMs / 2 };

/** Whether a site has sent no result in time. @param changed its last sign of life */
export const isOverdue = ({ update }: Pick<RolloutSite, 'update'>, changed: Date, now: Date): boolean =>
  (update === 'offered' || update === 'downloaded') && now.getTime() - changed.getTime() > overdueMs[update];

/** Whether every canary site runs the new version. */
export function isCanaryInstalled({ canary, version: target }: Rollout, sites: readonly RolloutSite[]): boolean {
  const installed = (site: RolloutSite): boolean => site.update === 'installed' || (site.update === null && !isBelow(site.version, target));
  return canary.every((number) => sites.some((site) => site.site === number && installed(site)));
}

/** Whether a rollout to all sites has a result of each. */
export const isRolloutComplete = (rollout: Rollout, sites: readonly RolloutSite[]): boolean =>
  rollout.state === 'running' && rollout.stage === 'all' && !sites.some((site) => isUpdating(site) || isWaitingForUpdate(rollout, site));

export const rolloutActions = ['continue', 'pause', 'resume', 'cancel'] as const;
export type RolloutAction = (typeof rolloutActions)[number];

/** Returns the rollout after an action; null if its state does not allow the action. An action that was done already changes nothing. */
export function afterAction<R extends Pick<Rollout, 'stage' | 'state'>>(rollout: R, action: RolloutAction): R | null {
  const { stage, state } = rollout;
  const isOpen = state === 'running' || state === 'paused';
  if (action === 'cancel') return state === 'canceled' ? rollout : isOpen ? { ...rollout, state: 'canceled' } : null;
  if (!isOpen) return null;
  if (action === 'pause') return state === 'paused' ? rollout : { ...rollout, state: 'paused' };
  if (action === 'resume') return state === 'running' ? rollout : { ...rollout, state: 'running' };
  if (stage === 'all') return rollout;
  return state === 'running' ? { ...rollout, stage: 'all' } : null;
}
