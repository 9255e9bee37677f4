import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type {
  changeRollout as changeContract,
  Release,
  Releases as ReleasesShown,
  Rollout,
  startRollout,
} from '@washdesk/contracts/sites/release';
import { compareVersions } from '@washdesk/rules/company/release-version';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { KeyedCall, Principal } from '../../../common/caller.ts';
import { badRequest, Failure, notFound } from '../../../common/failure.ts';
import type { Db } from '../../../db/pool.ts';
import { keyedChange } from '../../../keyed-changes/keyed-change.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Releases, ReleasesFound } from '../../../ports/releases.ts';
import { changeRollout, rolledBackBefore } from './rollout-changes.ts';
import {
  deleteSiteUpdate,
  hasRolledBack,
  insertRollout,
  lockOpenRollout,
  lockRollout,
  rolloutSites,
  shownRollout,
  updateOfSite,
  type StoredRollout,
  type StoredSite,
} from './rollout.store.ts';

interface RolloutsOptions {
  db: Db;
  clock: Clock;
  releases: Releases | null;
  /** Runs the next round now. */
  changed(): void;
}

/** How old the folder's content on the page may be. */
const pageMaxAgeMs = 5_000;
const nothing: ReleasesFound = { files: [], problems: [] };

type Start = z.output<typeof startRollout.body>;
type Change = z.output<typeof changeContract.body>;

/** What Admins see of releases, and how they steer a rollout (docs/rules/sites.md#updates-of-agents). */
export class Rollouts {
  readonly #options: RolloutsOptions;

  constructor(options: RolloutsOptions) {
    this.#options = options;
  }

  async list(): Promise<ReleasesShown> {
    const { db, releases } = this.#options;
    const found = (await releases?.find(pageMaxAgeMs)) ?? nothing;
    const sites = await rolloutSites(db, null);
    return {
      enabled: releases !== null,
      problems: found.problems.flatMap(({ version, sentence }) => (version === null ? [sentence] : [])),
      releases: releasesShown(found, sites),
      sites: sites.map(({ site, name, online, version }) => ({ site, name, online, version })),
      rollout: await this.#shown(db, null),
    };
  }

  /** @throws Failure 400, 409 `rollout_open`, `release_unavailable` or `nothing_to_update` */
  async start({ version, canary, most, continueAfterHours, reason }: Start, call: KeyedCall): Promise<{ rollout: Rollout }> {
    const { db, clock, releases, changed } = this.#options;
    const found = (await releases?.find(pageMaxAgeMs)) ?? nothing;
    const answer = await keyedChange(db, call, async (tx) => {
      if (await lockOpenRollout(tx)) throw rolloutOpen();
      requireRelease(found, version);
      requireSites(await rolloutSites(tx, null), version, canary);
      const at = clock.now();
      const by = call.principal;
      const rollout: StoredRollout = {
        id: uuidv7(),
        version,
        stage: 'canary',
        state: 'running',
        canary: [...new Set(canary)].toSorted((a, b) => a - b),
        most,
        continueAfterHours,
        reason,
        started: at,
        startedBy: by.id,
        stageSince: at,
        pausedBecause: null,
        pausedBy: null,
        ended: null,
      };
      if (!(await insertRollout(tx, rollout))) throw rolloutOpen();
      const after = { version, canary: rollout.canary, most, continueAfterHours };
      const row = { action: 'rollout.started', subject: `rollout:${rollout.id}`, after, why: reason, at };
      await writeAudit(tx, { ...auditBy(by), ...row });
      return { rollout: await this.#required(tx, rollout.id) };
    });
    changed();
    return answer;
  }

  /** @throws Failure 404 `rollout_unknown`, 409 `rollout_state` */
  async change(id: string, { action, reason }: Change, by: Principal): Promise<{ rollout: Rollout }> {
    const { db, clock, changed } = this.#options;
    await db.transaction().execute(async (tx) => {
      const rollout = await lockRollout(tx, id);
      if (!rollout) throw notFound('rollout_unknown', 'This rollout doesn’t exist');
      const next = await changeRollout(tx, rollout, { action, why: reason, at: clock.now(), by });
      if (!next) throw new Failure(409, 'rollout_state', wrongState[rollout.state]);
    });
    changed();
    return { rollout: await this.#required(db, id) };
  }

  /**
   * Lets a site be offered the running rollout's release again after it refused it or could not update itself.
   * @returns its version, or why it can't be offered as a sentence
   */
  async offerAgain(site: number): Promise<{ version: string } | string> {
    return this.#options.db.transaction().execute(async (tx) => {
      const rollout = await lockOpenRollout(tx);
      if (!rollout) return 'No rollout is open. Start one at /admin/sites/releases';
      if (rollout.state === 'paused') return `The rollout of ${rollout.version} is paused: ${rollout.pausedBecause}`;
      if (rollout.stage === 'canary' && !rollout.canary.includes(site))
        return `The rollout of ${rollout.version} is at its canary sites: ${rollout.canary.join(', ')}`;
      if (await hasRolledBack(tx, site, rollout.version)) return rolledBackBefore(rollout.version);
      const state = (await updateOfSite(tx, rollout.id, site))?.state;
      if (state === 'refused' || state === 'unable') await deleteSiteUpdate(tx, rollout.id, site);
      return rollout;
    });
  }

  async #shown(db: Db, wanted: string | null): Promise<Rollout | null> {
    const rollout = await shownRollout(db, wanted);
    if (!rollout) return null;
    const { id, version, stage, state, most, continueAfterHours, reason, started, ended, canary } = rollout;
    const sites = await rolloutSites(db, id);
    return {
      id,
      version,
      stage,
      state,
      most,
      continueAfterHours,
      reason,
      started: started.toISOString(),
      startedBy: rollout.startedByName ?? rollout.startedBy,
      paused: rollout.pausedBecause === null ? null : { because: rollout.pausedBecause, by: rollout.pausedByName ?? rollout.pausedBy },
      ended: ended?.toISOString() ?? null,
      sites: sites.map(({ changed, ...site }) => ({
        ...site,
        isCanary: canary.includes(site.site),
        changed: changed?.toISOString() ?? null,
      })),
    };
  }

  async #required(db: Db, id: string): Promise<Rollout> {
    const rollout = await this.#shown(db, id);
    if (!rollout) throw new Error('the rollout is missing');
    return rollout;
  }
}

const wrongState: Readonly<Record<StoredRollout['state'], string>> = {
  running: 'This isn’t possible while the rollout runs',
  paused: 'The rollout is paused. Resume it first',
  finished: 'This rollout has finished',
  canceled: 'This rollout was canceled',
};

const rolloutOpen = (): Failure => new Failure(409, 'rollout_open', 'Another rollout is open. Cancel it, or wait until it has finished');

function requireRelease({ files, problems }: ReleasesFound, version: string): void {
  const problem = problems.find((one) => one.version === version || one.version === null);
  if (problem?.version === version) throw new Failure(409, 'release_unavailable', problem.sentence);
  if (!files.some((file) => file.version === version))
    throw new Failure(409, 'release_unavailable', problem?.sentence ?? `There is no release ${version} in the folder of releases`);
}

function requireSites(sites: readonly StoredSite[], version: string, canary: readonly number[]): void {
  const unknown = canary.find((number) => !sites.some(({ site }) => site === number));
  if (unknown !== undefined) throw badRequest('body.canary', `site ${unknown} has no agent`);
  if (!sites.some((site) => compareVersions(site.version ?? '', version) < 0))
    throw new Failure(409, 'nothing_to_update', `Every site has ${version} or a newer version`);
}

/** Returns the releases of the folder and the other versions that sites run, the newest first. */
function releasesShown({ files, problems }: ReleasesFound, sites: readonly StoredSite[]): Release[] {
  const named = [
    ...files.map(({ version }) => version),
    ...problems.flatMap(({ version }) => version ?? []),
    ...sites.flatMap(({ version }) => version ?? []),
  ];
  return [...new Set(named)]
    .toSorted((a, b) => compareVersions(b, a))
    .map((version) => {
      const own = files.filter((file) => file.version === version);
      return {
        version,
        files: own.map(({ platform, size }) => ({ platform, size })),
        created:
          own
            .map(({ created }) => created)
            .toSorted()
            .at(0) ?? null,
        problems: problems.filter((problem) => problem.version === version).map(({ sentence }) => sentence),
        sites: sites.filter((site) => site.version === version).length,
      };
    });
}
