import type { Rollout, RolloutSite } from '@washdesk/contracts/sites/release';
import { compareVersions } from '@washdesk/rules/company/release-version';
import { isUpdateFailure, type RolloutAction, type SiteUpdateState } from '@washdesk/rules/company/rollouts';
import { counted } from '@washdesk/rules/text/counts';
import type { Tone } from '../../../domain/status/tone.ts';
import { known } from '../../../lib/api/newer-cloud.ts';

interface Badge {
  tone: Tone;
  words: string;
}

const unknown: Badge = { tone: 'neutral', words: 'Unknown' };

export function stateOfRollout({ state, stage }: Pick<Rollout, 'state' | 'stage'>): Badge {
  if (state === 'running') return { tone: 'wait', words: stage === 'canary' ? 'At canary sites' : 'At all sites' };
  const ended: Record<Exclude<Rollout['state'], 'running'>, Badge> = {
    paused: { tone: 'stop', words: 'Paused' },
    finished: { tone: 'go', words: 'Finished' },
    canceled: { tone: 'neutral', words: 'Canceled' },
  };
  return known(ended, state, unknown);
}

const updates: Record<SiteUpdateState, Badge> = {
  offered: { tone: 'wait', words: 'Downloading' },
  downloaded: { tone: 'wait', words: 'Installing' },
  installed: { tone: 'go', words: 'Installed' },
  rolled_back: { tone: 'stop', words: 'Rolled back' },
  refused: { tone: 'stop', words: 'Refused' },
  silent: { tone: 'stop', words: 'No result' },
  unable: { tone: 'neutral', words: 'Can’t update itself' },
};

export const isOpen = ({ state }: Pick<Rollout, 'state'>): boolean => state === 'running' || state === 'paused';

const hasVersion = ({ version }: Pick<Rollout, 'version'>, { update, version: own }: RolloutSite): boolean =>
  update === 'installed' || (update === null && compareVersions(own ?? '', version) >= 0);

export function stateOfSite(rollout: Rollout, site: RolloutSite): Badge {
  if (site.update !== null) return known(updates, site.update, unknown);
  if (hasVersion(rollout, site)) return { tone: 'go', words: 'Has it already' };
  if (!isOpen(rollout)) return { tone: 'neutral', words: 'Not offered' };
  return { tone: 'neutral', words: site.online ? 'Waiting' : 'Waiting until it’s online' };
}

/** How far a rollout is at some of its sites. */
export interface Progress {
  sites: number;
  installed: number;
  updating: number;
  failed: number;
}

export function progressOf(rollout: Rollout, sites: readonly RolloutSite[]): Progress {
  return {
    sites: sites.length,
    installed: sites.filter((site) => hasVersion(rollout, site)).length,
    updating: sites.filter(({ update }) => update === 'offered' || update === 'downloaded').length,
    failed: sites.filter(({ update }) => isUpdateFailure(update)).length,
  };
}

export function progressWords({ sites, installed, updating, failed }: Progress): string {
  const more = [updating > 0 && `${updating} updating`, failed > 0 && `${failed} failed`].filter(Boolean);
  return [`${installed} of ${counted(sites, 'site')} installed`, ...more].join(', ');
}

interface ActionWords {
  title: string;
  /** What happens then. */
  lead: (rollout: Rollout) => string;
  button: string;
  placeholder: string;
  done: (version: string) => string;
  failed: string;
}

export const actionWords: Record<RolloutAction, ActionWords> = {
  continue: {
    title: 'Continue this rollout?',
    lead: ({ version, sites, most }) => {
      const others = sites.filter(({ isCanary }) => !isCanary).length;
      return `${counted(others, 'other site')} will be offered ${version}, at most ${most} at the same time.`;
    },
    button: 'Continue Rollout',
    placeholder: 'Canary sites worked for two days …',
    done: (version) => `Rollout of ${version} continued`,
    failed: 'Couldn’t continue the rollout',
  },
  pause: {
    title: 'Pause this rollout?',
    lead: () => 'No site is offered the update until you resume it. A site that has already downloaded it still installs it.',
    button: 'Pause Rollout',
    placeholder: 'Busy Saturday …',
    done: (version) => `Rollout of ${version} paused`,
    failed: 'Couldn’t pause the rollout',
  },
  resume: {
    title: 'Resume this rollout?',
    lead: () => 'Sites that rolled back or refused the update are left out. The next failure pauses the rollout again.',
    button: 'Resume Rollout',
    placeholder: 'Only that site’s disk was full …',
    done: (version) => `Rollout of ${version} resumed`,
    failed: 'Couldn’t resume the rollout',
  },
  cancel: {
    title: 'Cancel this rollout?',
    lead: ({ version }) => `It can’t be resumed. Sites that have ${version} keep it.`,
    button: 'Cancel Rollout',
    placeholder: 'A newer release is coming …',
    done: (version) => `Rollout of ${version} canceled`,
    failed: 'Couldn’t cancel the rollout',
  },
};
