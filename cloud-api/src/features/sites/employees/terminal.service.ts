import { entryMessages } from '@washdesk/rules/company/entry';
import { sitewatchDevice } from '@washdesk/site-protocol/commands';
import type { Caller } from '../../../common/caller.ts';
import { notFound } from '../../../common/failure.ts';
import type { Db } from '../../../db/pool.ts';
import { terminalNamed } from '../../../db/site-terminals.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import { replaceTerminals } from './terminal.store.ts';

/** Timeout in milliseconds, because the register is starting; then the cloud's copy is used. */
const siteWaitsMs = 1_500;

export interface TerminalServiceOptions {
  db: Db;
  sites: SiteCommands;
}

/** Determines which of a site's Sitewatch terminals the caller works at. */
export class TerminalService {
  readonly #options: TerminalServiceOptions;

  constructor(options: TerminalServiceOptions) {
    this.#options = options;
  }

  /**
   * Returns the device's own terminal, otherwise the one that the register names, otherwise the session's.
   * @param xptUser the terminal as named in the register's query
   * @throws Failure 404 `terminal_unknown`
   */
  async lookup({ device, principal }: Caller, xptUser: string | undefined): Promise<{ terminal: string; site: number }> {
    const site = device?.site ?? principal?.site ?? null;
    if (site === null) throw notFound('terminal_unknown', entryMessages.terminalUnknown);
    const named = device?.terminal ?? (xptUser ? await this.#find(site, xptUser) : null);
    const terminal = named ?? (principal?.site === site ? principal.terminal : null);
    if (terminal === null) throw notFound('terminal_unknown', entryMessages.terminalUnknown);
    return { terminal, site };
  }

  /** Copies a site's terminals; called when a site comes online. Without a response nothing changes. */
  async sync(site: number, waitMs?: number): Promise<void> {
    const { db, sites } = this.#options;
    const outcome = await sites.send(site, sitewatchDevice, 'sitewatch.terminals', {}, { waitMs });
    if (outcome.kind === 'answered' && outcome.result.terminals.length > 0) await replaceTerminals(db, site, outcome.result.terminals);
  }

  /** A terminal missing from the copy may be new: the site is queried before it counts as unknown. */
  async #find(site: number, name: string): Promise<string | null> {
    const known = await terminalNamed(this.#options.db, site, name);
    if (known !== null) return known;
    await this.sync(site, siteWaitsMs);
    return terminalNamed(this.#options.db, site, name);
  }
}
