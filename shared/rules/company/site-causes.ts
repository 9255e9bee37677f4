import { deviceStep } from './device-steps.ts';
import { problemStep } from './problem-steps.ts';
import { causeIn } from './reported-sentence.ts';
import { attentionLevels, type AttentionLevel, type SiteState } from './site-attention.ts';

/** What is wrong at a site. `source` is a device, otherwise `agent` or `line`. */
export interface SiteCause {
  source: string;
  level: AttentionLevel;
  /** As a sentence for IT, without a final period. */
  sentence: string;
  /** What a person does next. */
  step: string;
  /** ISO; null if the beginning is not known. */
  since: string | null;
}

export interface AttentionFacts {
  state: SiteState;
  /** ISO; when the state began. */
  since: string | null;
  problems: readonly { code: string; sentence: string }[];
  devices: readonly {
    id: string;
    kind: string;
    name: string;
    health: string;
    reason: string | null;
    fault?: string | null | undefined;
    since: string;
  }[];
  /** Null before the agent has measured it. */
  roundTripMs: number | null;
  /** Leases of the last minute that arrived, in percent; null before a whole minute. */
  leasesPercent: number | null;
  /** ISO; when the oldest event that the cloud has not stored was recorded. */
  oldestWaiting: string | null;
  now: Date;
}

const slowMs = 1_000;
const lossyPercent = 80;
const waitsMinutes = 5;

/** Problems that stop lanes or lose data; the others can wait. */
const stopping: ReadonlySet<string> = new Set(['disk', 'journal', 'second-agent', 'roster-too-old']);

const stateCauses: Record<Exclude<SiteState, 'online'>, Pick<SiteCause, 'level' | 'sentence' | 'step'>> = {
  offline: {
    level: 'stop',
    sentence: 'The agent of this site isn’t connected',
    step: 'Make sure the site’s computer is on and connected to the internet. If it is, restart the Washdesk service on it.',
  },
  silent: {
    level: 'stop',
    sentence: 'Nothing is received from this site any more',
    step: 'Check the site’s internet connection, and make sure its computer is on and never sleeps.',
  },
  revoked: {
    level: 'neutral',
    sentence: 'The agent of this site was revoked',
    step: 'If the site is in use, enroll it again at Site agents.',
  },
  never: {
    level: 'neutral',
    sentence: 'No agent has connected yet',
    step: 'Create a code for this site at Site agents, and install the agent.',
  },
  unknown: {
    level: 'neutral',
    sentence: 'Washdesk has no connection to the broker, so the state of this site isn’t known',
    step: 'Restore the connection to the broker first. Its cause is listed under Cloud.',
  },
};

/** Returns what is wrong at a site, the worst first. While it is not online, nothing else is known. */
export function siteCauses(facts: AttentionFacts): SiteCause[] {
  if (facts.state !== 'online') return [{ source: 'agent', since: facts.since, ...stateCauses[facts.state] }];
  const causes = [...problemCauses(facts), ...deviceCauses(facts), ...lineCauses(facts)];
  return causes.toSorted((a, b) => attentionLevels.indexOf(a.level) - attentionLevels.indexOf(b.level));
}

const problemCauses = ({ problems }: AttentionFacts): SiteCause[] =>
  problems.map(({ code, sentence }) => ({
    source: 'agent',
    level: stopping.has(code) ? 'stop' : 'wait',
    sentence: causeIn(sentence),
    step: problemStep(code, sentence),
    since: null,
  }));

/** A device whose fault is null has a problem of the site as its reason, which is a cause already. */
const deviceCauses = ({ devices }: AttentionFacts): SiteCause[] =>
  devices
    .filter(({ health, fault }) => health !== 'online' && fault !== null)
    .map(({ id, kind, name, health, reason, fault, since }) => {
      const reported = fault ?? reason ?? 'no reason reported';
      const cause = causeIn(reported);
      return {
        source: id,
        level: health === 'offline' ? 'stop' : 'wait',
        sentence: kind === 'sitewatch' && cause.includes(name) ? cause : `${name}: ${cause}`,
        step: deviceStep({ kind, name }, reported),
        since,
      };
    });

function lineCauses({ roundTripMs, leasesPercent, oldestWaiting, now }: AttentionFacts): SiteCause[] {
  const line = (sentence: string, step: string, since: string | null = null): SiteCause => ({
    source: 'line',
    level: 'wait',
    sentence,
    step,
    since,
  });
  return [
    ...(leasesPercent !== null && leasesPercent < lossyPercent
      ? [line('Messages of this site are lost', 'Check the site’s router and Wi-Fi, then ask its internet provider about lost packets.')]
      : []),
    ...(roundTripMs !== null && roundTripMs > slowMs
      ? [
          line(
            'The connection is slow: a message takes over a second',
            'Find out what uses up the site’s internet connection, such as cameras, backups or updates.',
          ),
        ]
      : []),
    ...(oldestWaiting !== null && now.getTime() - Date.parse(oldestWaiting) > waitsMinutes * 60_000
      ? [
          line(
            'Events have waited for the cloud for over 5 minutes',
            'Look for warnings in this site’s log. If there are none, restart the agent.',
            oldestWaiting,
          ),
        ]
      : []),
  ];
}
