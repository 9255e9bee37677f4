import { afterReport, isUpdateFailure, mayOffer, type SiteUpdateState } from '@washdesk/rules/company/rollouts';
import type { ReceivedPayload } from '@washdesk/site-protocol/events';
import type { ReleasePlatform, SignedRelease } from '@washdesk/site-protocol/release-manifest';
import { siteOfAgent, type Principal } from '../../../common/caller.ts';
import { Failure, notFound } from '../../../common/failure.ts';
import { FilePart } from '../../../common/file-part.ts';
import { namedSite } from '../../../db/named-sites.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Releases } from '../../../ports/releases.ts';
import { DownloadPlaces } from './download-places.ts';
import { pauseForFailure, rolledBackBefore } from './rollout-changes.ts';
import {
  hasRolledBack,
  lockOpenRollout,
  lockRolloutOfSite,
  noteRequest,
  openRollout,
  rolloutSites,
  saveSiteUpdate,
  updateOfSite,
} from './rollout.store.ts';

const states = { downloaded: 'downloaded', refused: 'refused', installed: 'installed', 'rolled-back': 'rolled_back' } as const;

export interface AgentUpdatesOptions {
  db: Db;
  clock: Clock;
  /** Null on an installation without a folder of releases. */
  releases: Releases | null;
}

const notOffered = (): Failure => notFound('release_not_offered', 'This release isn’t offered to this site now');

/** What agents ask and report about their updates (docs/rules/sites.md#updates-of-agents). */
export class AgentUpdates {
  readonly #options: AgentUpdatesOptions;
  readonly #places = new DownloadPlaces();

  constructor(options: AgentUpdatesOptions) {
    this.#options = options;
  }

  /** Returns the release that the calling agent is to install now; null if there is none. */
  async offer(principal: Principal, { version, platform }: { version: string; platform: ReleasePlatform }): Promise<SignedRelease | null> {
    const { db, clock, releases } = this.#options;
    const site = siteOfAgent(principal);
    // without a lock: most questions are between rollouts
    if (!releases || (await openRollout(db))?.state !== 'running') return null;
    const { files } = await releases.find();
    return db.transaction().execute(async (tx) => {
      const rollout = await lockOpenRollout(tx);
      if (!rollout) return null;
      // the agent itself reports its version earlier than its presence does
      const sites = (await rolloutSites(tx, rollout.id)).map((one) => (one.site === site ? { ...one, version } : one));
      if (!mayOffer(rollout, sites, site)) return null;
      const ofVersion = files.filter((file) => file.version === rollout.version);
      const file = ofVersion.find((one) => one.platform === platform);
      const at = clock.now();
      if (!file) {
        const reason = `This release has no file for ${platform}`;
        if (ofVersion.length > 0) await saveSiteUpdate(tx, { rollout: rollout.id, site, state: 'unable', reason, at });
        return null;
      }
      if (await hasRolledBack(tx, site, rollout.version)) {
        await saveSiteUpdate(tx, { rollout: rollout.id, site, state: 'unable', reason: rolledBackBefore(rollout.version), at });
        return null;
      }
      const isUnderWay = sites.some((one) => one.site === site && (one.update === 'offered' || one.update === 'downloaded'));
      if (!isUnderWay) await saveSiteUpdate(tx, { rollout: rollout.id, site, state: 'offered', at });
      return file.signed;
    });
  }

  /**
   * Opens the file of the release that is offered to the calling agent.
   * @throws Failure 404 `release_not_offered`, 416 `range_invalid`, 503 `release_unavailable` or `downloads_busy`
   */
  async download(principal: Principal, wanted: { version: string; platform: ReleasePlatform }, from: number | null): Promise<FilePart> {
    const { db, clock, releases } = this.#options;
    const site = siteOfAgent(principal);
    if (!releases || !(await noteRequest(db, site, wanted.version, clock.now()))) throw notOffered();
    const { files } = await releases.find();
    const file = files.find(({ version, platform }) => version === wanted.version && platform === wanted.platform);
    if (!file) throw unavailable();
    if (from !== null && from >= file.size) throw new Failure(416, 'range_invalid', `The file has ${file.size} bytes`);
    const stream = await this.#places.take(site, () => releases.open(file, from ?? 0));
    if (!stream) throw unavailable();
    return new FilePart({ stream, size: file.size, from });
  }

  /** Stores what an agent reports of its update. The first failure pauses the rollout in the same transaction. */
  async report(tx: Tx, site: number, { version, outcome, reason }: ReceivedPayload<'update'>): Promise<void> {
    if (outcome === 'unknown') return;
    const rollout = await lockRolloutOfSite(tx, site, version);
    // an installer at the site needs no rollout
    if (!rollout) return;
    const update: SiteUpdateState | null = afterReport((await updateOfSite(tx, rollout.id, site))?.state ?? null, states[outcome]);
    if (update === null) return;
    const at = this.#options.clock.now();
    await saveSiteUpdate(tx, { rollout: rollout.id, site, state: update, reason, at });
    const name = (await namedSite(tx, site))?.name ?? 'Site';
    if (isUpdateFailure(update)) await pauseForFailure(tx, rollout, { site, name, update, reason }, at);
  }
}

const unavailable = (): Failure =>
  new Failure(503, 'release_unavailable', 'The file of this release can’t be sent now', { details: { retryAfterSeconds: 60 } });
