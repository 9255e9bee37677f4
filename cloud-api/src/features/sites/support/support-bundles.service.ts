import { strToU8, zipSync } from 'fflate';
import type { SiteLogLine } from '@washdesk/contracts/sites/support';
import { redactCardNumbers } from '@washdesk/rules/codes/sensitive';
import { agentDevice, type CommandName, type CommandPayload, type ReceivedResult } from '@washdesk/site-protocol/commands';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import { logEntry } from '../../../common/agent-log.ts';
import type { Principal } from '../../../common/caller.ts';
import { Failure, siteUnknown } from '../../../common/failure.ts';
import { namedSite } from '../../../db/named-sites.ts';
import type { Db } from '../../../db/pool.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';

export interface SupportBundlesOptions {
  db: Db;
  clock: Clock;
  sites: SiteCommands;
  /** The version of this cloud-api. */
  version: string;
  devicesOf(site: number): Promise<object[]>;
}

const logLines = 500;

/** Collects what support needs of a site (docs/rules/sites.md#support-bundle). */
export class SupportBundles {
  readonly #options: SupportBundlesOptions;

  constructor(options: SupportBundlesOptions) {
    this.#options = options;
  }

  /** @throws Failure 404 `site_unknown` */
  async of(number: number, principal: Principal): Promise<{ name: string; zip: string }> {
    const { db, clock, version, devicesOf } = this.#options;
    const site = await namedSite(db, number);
    if (!site) throw siteUnknown(number);
    const at = clock.now();
    await writeAudit(db, { ...auditBy(principal), site: number, action: 'support.bundled', subject: `site:${number}`, at });
    const [status, config, logs, devices] = await Promise.all([
      this.#ask(number, 'agent.status', {}),
      this.#ask(number, 'agent.config', {}),
      this.#ask(number, 'agent.logs', { lines: logLines }),
      devicesOf(number),
    ]);
    const files = {
      'about.json': json({ site, cloudVersion: version, at: at.toISOString(), by: principal.id }),
      'agent.json': json(status),
      'devices.json': json(devices),
      'config.yaml': 'missing' in config ? config.missing : config.text,
      'log.jsonl': 'missing' in logs ? logs.missing : logs.lines.join('\n'),
    };
    const contents = Object.entries(files).map(([name, text]) => [name, strToU8(redactCardNumbers(text))] as const);
    const zip = Buffer.from(zipSync(Object.fromEntries(contents), { mtime: at })).toString('base64');
    return { name: `washdesk-site-${number}-${at.toISOString().slice(0, 10)}.zip`, zip };
  }

  /** Asks for the newest lines of the log. @throws Failure 404 `site_unknown`, 409 `site_unavailable` */
  async log(number: number, lines: number): Promise<{ timeZone: string; lines: SiteLogLine[] }> {
    const site = await namedSite(this.#options.db, number);
    if (!site) throw siteUnknown(number);
    const outcome = await this.#options.sites.send(number, agentDevice, 'agent.logs', { lines });
    if (outcome.kind !== 'answered') throw new Failure(409, 'site_unavailable', `Couldn’t read the agent’s log. ${outcome.message}`);
    return { timeZone: site.timeZone, lines: outcome.result.lines.map(logEntry) };
  }

  /** Returns the agent's result, or why there is none: a bundle without it is still of use. */
  async #ask<N extends CommandName>(site: number, name: N, payload: CommandPayload<N>): Promise<ReceivedResult<N> | { missing: string }> {
    const outcome = await this.#options.sites.send(site, agentDevice, name, payload);
    return outcome.kind === 'answered' ? outcome.result : { missing: outcome.message };
  }
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);
