import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import type { ConsoleRequest, ConsoleSite } from '@washdesk/contracts/system/console';
import { hasExactly, Role } from '@washdesk/rules/company/roles';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { Presences, Principal, SignedInPrincipal } from '../../../common/caller.ts';
import { Failure, forbiddenBelow, pinRequired } from '../../../common/failure.ts';
import { rateLimiter } from '../../../common/rate-limit.ts';
import { visibleText } from '../../../common/visible-text.ts';
import type { Db } from '../../../db/pool.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { CommandOutcome, SiteCommands, SiteJournals } from '../../../ports/site-commands.ts';
import { ConsoleRefusal, parseArguments, wordsOfLine } from './command-line.ts';
import { completions, isOfKind } from './completion.ts';
import {
  optionsOf,
  usageOf,
  type AskSite,
  type ConsoleCall,
  type ConsoleCommand,
  type ConsoleDevice,
  type ConsoleSiteState,
  type SiteDirectory,
} from './console-command.ts';
import { commandOf } from './console-commands.ts';

export interface ConsoleServiceOptions {
  db: Db;
  clock: Clock;
  log: Logger;
  sites: SiteCommands & SiteJournals;
  directory: SiteDirectory;
  commands: readonly ConsoleCommand[];
  /** Returns null once the session has ended. */
  principalOfSession(session: string): Promise<SignedInPrincipal | null>;
  presences: Presences;
}

export interface LineOutcome {
  ok: boolean;
  text: string;
  /** The site that is selected from now on. */
  site: ConsoleSite;
}

type Line = Pick<ConsoleRequest, 'line' | 'site'>;

/** Lines of one session in a minute. */
const mostLines = 120;
const longestReason = 200;

/** Runs lines of the command console (docs/decisions/0111-command-console.md). */
export class ConsoleService {
  readonly #options: ConsoleServiceOptions;
  readonly #limit = rateLimiter(mostLines, 60);

  constructor(options: ConsoleServiceOptions) {
    this.#options = options;
  }

  /** Runs one line as the session's person. @returns null if the session has ended */
  async run(session: string, { line, site }: Line): Promise<LineOutcome | null> {
    const signedIn = await this.#options.principalOfSession(session);
    if (!signedIn) return null;
    const requestId = `console:${uuidv7()}`;
    const selected = await this.#siteNumbered(site);
    const shown = selected && { number: selected.number, name: selected.name };
    try {
      await this.#limit.use(session);
      const { ok = true, text, site: chosen = shown } = await this.#runAs({ ...signedIn, requestId }, line, selected);
      return { ok, text: visibleText(text), site: chosen };
    } catch (error) {
      return { ok: false, text: visibleText(this.#messageOf(error, requestId)), site: shown };
    }
  }

  async complete(session: string, { line, site }: Line): Promise<string[]> {
    const { principalOfSession, commands, directory } = this.#options;
    const signedIn = await principalOfSession(session);
    if (!signedIn || !hasExactly(signedIn.roles, Role.Admin)) return [];
    return completions(commands, line, {
      siteNumbers: async () => (await directory.sitesWithAgents()).map(({ number }) => String(number)),
      deviceIds: async (kind) =>
        site === null ? [] : (await directory.devicesOf(site)).filter((device) => isOfKind(kind, device)).map(({ id }) => id),
    });
  }

  async #runAs(principal: Principal, line: string, selected: ConsoleSiteState | null) {
    const { db, clock, commands } = this.#options;
    const words = wordsOfLine(line);
    const found = commandOf(commands, words);
    // before the command is known, nothing of the table is shown to others
    const command = await this.#permitted(principal, found?.command ?? null);
    if (!found || !command) throw new ConsoleRefusal(words.length === 0 ? 'Type help for a list of commands' : unknownCommand(words));
    const call = await this.#callOf(command, principal, words.slice(found.length), selected);
    const { audit } = command;
    if (audit && audit !== 'own') {
      const { action, subject } = audit;
      const by = { ...auditBy(principal), site: selected?.number ?? null };
      await writeAudit(db, { ...by, action, subject: subject(call), after: { line: words.join(' ') }, why: call.reason, at: clock.now() });
    }
    return command.run(call);
  }

  /** @throws Failure 403 if the person may not use the console now */
  async #permitted(principal: Principal, command: ConsoleCommand | null): Promise<ConsoleCommand | null> {
    const role = command?.role ?? 'Admin';
    if (!hasExactly(principal.roles, Role[role])) throw forbiddenBelow(role);
    if (principal.kind !== 'staff') return command;
    const presence = await this.#options.presences.of(principal);
    if (presence === 'never' || (command?.audit && presence !== 'recent')) throw pinRequired();
    return command;
  }

  async #callOf(
    command: ConsoleCommand,
    principal: Principal,
    words: readonly string[],
    selected: ConsoleSiteState | null,
  ): Promise<ConsoleCall> {
    const { values, options } = parseArguments(words, optionsOf(command));
    const { reason = '', ...others } = options;
    if (command.audit && reason === '') throw new ConsoleRefusal(`${command.verb} needs a reason: ${usageOf(command)}`);
    if (reason.length > longestReason) throw new ConsoleRefusal(`A reason has at most ${longestReason} characters`);
    const site = (): ConsoleSiteState => {
      if (!selected) throw new ConsoleRefusal('Select a site first: use <site>');
      return selected;
    };
    const device = command.device === undefined ? null : await this.#deviceOf(command, command.device, values, site());
    checkCount(command, values);
    return { principal, site, device: () => device ?? missingDevice(), values, options: others, reason, ask: this.#asker(site) };
  }

  /** Takes the device's name out of `values`. */
  async #deviceOf(command: ConsoleCommand, kind: string, values: string[], { number }: ConsoleSiteState): Promise<ConsoleDevice> {
    const devices = (await this.#options.directory.devicesOf(number)).filter((device) => isOfKind(kind, device));
    const ids = devices.map(({ id }) => id).join(', ');
    if (devices.length === 0) throw new ConsoleRefusal(`Site ${number} has no ${kind}`);
    const others = command.values?.length ?? 0;
    if (values.length <= others) {
      const [only, second] = devices;
      if (only && !second && kind !== 'device') return only;
      throw new ConsoleRefusal(`${usageOf(command)}. Site ${number} has: ${ids}`);
    }
    const name = values.shift()?.toLowerCase();
    const named = devices.find(({ id }) => id.toLowerCase() === name);
    if (!named) throw new ConsoleRefusal(`Site ${number} has no ${kind} ${name}. It has: ${ids}`);
    return named;
  }

  #asker(site: () => ConsoleSiteState): AskSite {
    const { sites } = this.#options;
    return async (device, name, payload) => {
      const { number } = site();
      const sending = { id: uuidv7(), sentBefore: false, journal: sites.journalOf(number) };
      const outcome = await sites.send(number, device, name, payload, sending);
      if (outcome.kind === 'answered') return outcome.result;
      throw new ConsoleRefusal(sentenceOf(outcome));
    };
  }

  async #siteNumbered(number: number | null): Promise<ConsoleSiteState | null> {
    if (number === null) return null;
    return (await this.#options.directory.sitesWithAgents()).find((site) => site.number === number) ?? null;
  }

  #messageOf(error: unknown, requestId: string): string {
    if (error instanceof ConsoleRefusal || error instanceof Failure) return error.message;
    this.#options.log.error({ err: error, requestId }, 'Console command failed');
    return `Something went wrong. The log has the cause under ${requestId}`;
  }
}

function checkCount(command: ConsoleCommand, values: readonly string[]): void {
  const { values: wanted = [] } = command;
  if (wanted !== 'any' && values.length !== wanted.length) throw new ConsoleRefusal(`Usage: ${usageOf(command)}`);
}

const unknownCommand = ([first = '', second]: readonly string[]): string =>
  `Unknown command ${second === undefined ? first : `${first} ${second}`}. Type help for a list`;

function missingDevice(): never {
  throw new Error('this command declares no device');
}

/** An agent of an earlier release does not have every command. */
function sentenceOf(outcome: Exclude<CommandOutcome<'agent.ping'>, { kind: 'answered' }>): string {
  if (outcome.kind === 'unknown') return `${outcome.message}. Whether it was done isn’t known`;
  if (outcome.kind === 'refused' && outcome.code === 'unknown_verb')
    return 'The agent of this site is of an earlier release and can’t do this';
  return outcome.message;
}
