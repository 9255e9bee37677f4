import type { Logger } from 'pino';
import { compareVersions } from '@washdesk/rules/company/release-version';
import { isCanaryInstalled, isOverdue, isRolloutComplete, sitesToAsk } from '@washdesk/rules/company/rollouts';
import { agentDevice } from '@washdesk/site-protocol/commands';
import type { Alert } from '../../../common/alert.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import { changeRollout, failureSentence, finishRollout, pauseForFailure } from './rollout-changes.ts';
import {
  lockOpenRollout,
  openRollout,
  rolloutSites,
  saveSiteUpdate,
  updateOfSite,
  type StoredRollout,
  type StoredSite,
} from './rollout.store.ts';

const hourMs = 3_600_000;
/** An agent asks as soon as it receives the command. */
const askAgainMs = 60_000;

interface RoundsOptions {
  db: Db;
  clock: Clock;
  log: Logger;
  alert: Alert;
  sites: SiteCommands;
}

interface Round {
  rollout: StoredRollout;
  silent: StoredSite[];
  ask: number[];
}

/**
 * Moves the open rollout on: counts silent sites, continues, finishes, and has the next agents ask for their update. Every process runs it;
 * the rollout's row decides which of them acts.
 */
export class RolloutRounds {
  readonly #options: RoundsOptions;
  /** The rollout for which this process last had a site ask, and the time. */
  readonly #asked = new Map<number, { rollout: string; at: number }>();

  constructor(options: RoundsOptions) {
    this.#options = options;
  }

  /** @returns 0: a round leaves nothing for the next one */
  async run(): Promise<number> {
    const { db, alert } = this.#options;
    if ((await openRollout(db))?.state !== 'running') return 0;
    const round = await db.transaction().execute((tx) => this.#decide(tx));
    if (!round) return 0;
    const { version } = round.rollout;
    for (const { site, name } of round.silent) {
      const sentence = failureSentence({ site, name, update: 'silent', reason: null });
      alert('site.update', { site, version, outcome: 'silent', reason: null }, `Version ${version}: ${sentence}. Its rollout is paused`);
    }
    await Promise.all(round.ask.map((site) => this.#ask(round.rollout, site)));
    return 0;
  }

  async #decide(tx: Tx): Promise<Round | null> {
    const rollout = await lockOpenRollout(tx);
    if (rollout?.state !== 'running') return null;
    const at = this.#options.clock.now();
    const sites = await rolloutSites(tx, rollout.id);
    const silent = await this.#countSilent(tx, rollout, sites, at);
    if (silent[0]) {
      await pauseForFailure(tx, rollout, { ...silent[0], update: 'silent', reason: null }, at);
      return { rollout, silent, ask: [] };
    }
    const current = await this.#continued(tx, rollout, sites, at);
    if (isRolloutComplete(current, sites)) await finishRollout(tx, current, at);
    const online = new Set(sites.filter((site) => site.online).map(({ site }) => site));
    return { rollout: current, silent, ask: sitesToAsk(current, sites, online) };
  }

  async #countSilent(tx: Tx, rollout: StoredRollout, sites: StoredSite[], at: Date): Promise<StoredSite[]> {
    const silent: StoredSite[] = [];
    for (const site of sites) {
      if (site.changed === null || !isOverdue(site, site.changed, at)) continue;
      // the result may be lost, but the agent has the version
      const hasVersion = compareVersions(site.version ?? '', rollout.version) >= 0;
      site.update = hasVersion ? 'installed' : 'silent';
      await saveSiteUpdate(tx, { rollout: rollout.id, site: site.site, state: site.update, at });
      if (!hasVersion) silent.push(site);
    }
    return silent;
  }

  async #continued(tx: Tx, rollout: StoredRollout, sites: readonly StoredSite[], at: Date): Promise<StoredRollout> {
    const { continueAfterHours: hours, canary, stage, stageSince } = rollout;
    if (hours === null || stage !== 'canary' || !isCanaryInstalled(rollout, sites)) return rollout;
    const results = sites.filter(({ site }) => canary.includes(site)).map(({ changed }) => changed?.getTime() ?? 0);
    if (at.getTime() < Math.max(stageSince.getTime(), ...results) + hours * hourMs) return rollout;
    const why = `No failure at the canary sites for ${hours} ${hours === 1 ? 'hour' : 'hours'}`;
    return (await changeRollout(tx, rollout, { action: 'continue', why, at, by: null })) ?? rollout;
  }

  /** Has a site's agent ask for its update. One that can't update itself does not hold up the others. */
  async #ask({ id, version }: Pick<StoredRollout, 'id' | 'version'>, site: number): Promise<void> {
    const { sites, log } = this.#options;
    const last = this.#asked.get(site);
    if (last?.rollout === id && performance.now() - last.at < askAgainMs) return;
    this.#asked.set(site, { rollout: id, at: performance.now() });
    const outcome = await sites.send(site, agentDevice, 'agent.update', { version });
    if (outcome.kind === 'answered') return;
    log.info({ site, version, outcome: outcome.kind }, 'Agent not asked to update');
    if (outcome.kind !== 'refused' || !['unknown_verb', 'rejected'].includes(outcome.code)) return;
    const reason = outcome.code === 'unknown_verb' ? 'This agent is too old to update itself. Run the installer there' : outcome.message;
    await this.#markUnable(id, site, reason);
  }

  async #markUnable(id: string, site: number, reason: string): Promise<void> {
    const { db, clock } = this.#options;
    await db.transaction().execute(async (tx) => {
      const rollout = await lockOpenRollout(tx);
      const state = (await updateOfSite(tx, id, site))?.state ?? null;
      if (rollout?.id !== id || (state !== null && state !== 'silent')) return;
      await saveSiteUpdate(tx, { rollout: id, site, state: 'unable', reason, at: clock.now() });
    });
  }
}
