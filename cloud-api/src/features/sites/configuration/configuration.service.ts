import type { Logger } from 'pino';
import { agentDevice } from '@washdesk/site-protocol/commands';
import {
  configurationDifferences,
  type ConfigurationDifference,
} from '@washdesk/site-protocol/site-configuration/configuration-differences';
import { configurationProblems } from '@washdesk/site-protocol/site-configuration/configuration-problems';
import type { WantedConfiguration } from '@washdesk/site-protocol/site-configuration/delivery';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import { siteOfAgent, type KeyedCall, type Principal } from '../../../common/caller.ts';
import { Failure, notFound, siteUnknown } from '../../../common/failure.ts';
import { staleWrite } from '../../../common/stale-write.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import { keyedChange } from '../../../keyed-changes/keyed-change.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import {
  insertVersion,
  lastApplied,
  lockConfiguration,
  newestVersion,
  newestVersions,
  versionBefore,
  versionOf,
  versionsBefore,
  type Content,
  type StoredVersion,
  type WholeVersion,
} from './configuration.store.ts';
import { configurableSites, type ConfigurableSite } from './configured-sites.store.ts';
import { importedConfiguration } from './imported-configuration.ts';

interface Options {
  db: Db;
  clock: Clock;
  sites: SiteCommands;
  log: Logger;
}

const historySize = 50;

/** The configuration that the cloud wants at each site (docs/rules/sites.md#configuration). */
export class ConfigurationService {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  async list(): Promise<(ConfigurableSite & { newest: StoredVersion | null })[]> {
    const [sites, newest] = await Promise.all([configurableSites(this.#options.db), newestVersions(this.#options.db)]);
    return sites.map((site) => ({ ...site, newest: newest.get(site.site) ?? null }));
  }

  /** @throws Failure 404 `site_unknown` */
  async of(site: number): Promise<ConfigurableSite & { newest: WholeVersion | null; applied: number | null }> {
    const { db } = this.#options;
    const known = await this.#site(site);
    const [newest, applied] = await Promise.all([newestVersion(db, site), lastApplied(db, site)]);
    return { ...known, newest, applied: applied?.version ?? null };
  }

  /** @throws Failure 404 `site_unknown` */
  async history(site: number, before: number | undefined): Promise<{ versions: StoredVersion[]; next: number | null }> {
    await this.#site(site);
    const rows = await versionsBefore(this.#options.db, site, before, historySize + 1);
    const versions = rows.slice(0, historySize);
    return { versions, next: rows.length > historySize ? (versions.at(-1)?.version ?? null) : null };
  }

  /** @throws Failure 404 `version_unknown` */
  async version(site: number, version: number): Promise<WholeVersion> {
    return found(await versionOf(this.#options.db, site, version), version);
  }

  /** @param from undefined for the version before; the first one differs from nothing @throws Failure 404 `version_unknown` */
  async difference(site: number, from: number | undefined, to: number): Promise<ConfigurationDifference[]> {
    const { content } = await this.version(site, to);
    const before = from === undefined ? await versionBefore(this.#options.db, site, to) : await this.version(site, from);
    return configurationDifferences(before?.content ?? {}, content);
  }

  /** @throws Failure 409 `site_unavailable` */
  async ofFile(site: number): Promise<{ content: Content; notes: string[] }> {
    await this.#site(site);
    const outcome = await this.#options.sites.send(site, agentDevice, 'agent.config', {});
    if (outcome.kind !== 'answered') throw new Failure(409, 'site_unavailable', `Couldn’t read the agent’s file. ${outcome.message}`);
    return importedConfiguration(outcome.result.text);
  }

  /** @throws Failure 400 `configuration_invalid`, 404 `site_unknown`, 409 `changed_meanwhile` */
  save(call: KeyedCall, site: number, { basedOn, content, reason }: { basedOn: number; content: Content; reason: string }) {
    return this.#change(call, site, async (tx) => this.#insert(tx, call.principal, { site, basedOn, content, reason }));
  }

  /** @throws Failure as `save`, 404 `version_unknown` */
  restore(call: KeyedCall, site: number, { version, basedOn, reason }: { version: number; basedOn: number; reason: string }) {
    return this.#change(call, site, async (tx) => {
      const { content } = found(await versionOf(tx, site, version), version);
      return this.#insert(tx, call.principal, { site, basedOn, content, reason, restored: version });
    });
  }

  /**
   * Returns the newest version, or the last applied one for an agent that has not tried the newest and need not, because it failed.
   * @param have the agent's newest version
   * @throws Failure 403 for any caller but a site's agent
   */
  async wanted(principal: Principal, have: number | undefined): Promise<WantedConfiguration> {
    const { db } = this.#options;
    const site = siteOfAgent(principal);
    const newest = await newestVersion(db, site);
    if (!newest || newest.version === have) return { configuration: null };
    const wanted = isFailed(newest) ? await lastApplied(db, site) : newest;
    if (!wanted || wanted.version === have) return { configuration: null };
    return { configuration: { version: wanted.version, content: wanted.content } };
  }

  async #change<V extends { version: number }>(call: KeyedCall, site: number, change: (tx: Tx) => Promise<V>): Promise<V> {
    const saved = await keyedChange(this.#options.db, call, async (tx) => {
      if (!(await lockConfiguration(tx, site))) throw siteUnknown(site);
      return change(tx);
    });
    this.#hint(site, saved.version);
    return saved;
  }

  async #insert(
    tx: Tx,
    principal: Principal,
    { site, basedOn, content, reason, restored }: { site: number; basedOn: number; content: Content; reason: string; restored?: number },
  ) {
    const problems = configurationProblems(content);
    if (problems.length > 0) throw invalid(problems);
    const before = await newestVersion(tx, site);
    const now = before?.version ?? 0;
    if (now !== basedOn) throw staleWrite('this configuration', [{ field: 'version', now, wanted: basedOn }]);
    const [agent] = await configurableSites(tx, site);
    // an agent ignores versions that are not above its newest: a restored database may lack some
    const version = Math.max(now, agent?.running?.version ?? 0, agent?.running?.newest ?? 0) + 1;
    const at = this.#options.clock.now();
    await insertVersion(tx, { site, version, content, reason, author: principal.id, created: at });
    const differences = configurationDifferences(before?.content ?? {}, content);
    const values = (side: 'before' | 'after') => Object.fromEntries(differences.map((one) => [one.path, one[side] ?? null]));
    await writeAudit(tx, {
      ...auditBy(principal),
      site,
      action: restored === undefined ? 'site-configuration.saved' : 'site-configuration.restored',
      subject: `site:${site}`,
      before: { version: now, ...values('before') },
      after: { version, ...(restored !== undefined && { restored }), ...values('after') },
      why: reason,
      at,
    });
    return found(await versionOf(tx, site, version), version);
  }

  /** Lost if the agent is offline: it asks at each connection. */
  #hint(site: number, version: number): void {
    const { sites, log } = this.#options;
    sites.send(site, agentDevice, 'agent.configure', { version }).then(
      (outcome) => log.info({ site, version, outcome: outcome.kind }, 'Sent the agent a new version of its configuration'),
      (error: unknown) => log.warn({ err: error, site, version }, 'Sending the agent a new version of its configuration failed'),
    );
  }

  async #site(site: number): Promise<ConfigurableSite> {
    const [known] = await configurableSites(this.#options.db, site);
    if (!known) throw siteUnknown(site);
    return known;
  }
}

const isFailed = ({ outcome }: StoredVersion): boolean => outcome === 'refused' || outcome === 'rolled-back';

function found(version: WholeVersion | null, number: number): WholeVersion {
  if (!version) throw notFound('version_unknown', `There is no version ${number}`);
  return version;
}

const invalid = (problems: readonly { path: string; sentence: string }[]): Failure =>
  new Failure(400, 'configuration_invalid', problems[0]?.sentence ?? 'The configuration is invalid', {
    problems: problems.map(({ path, sentence }) => ({ path, message: sentence })),
  });
