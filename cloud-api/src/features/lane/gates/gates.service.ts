import type { GateAnswer } from '@washdesk/contracts/lane/gate';
import { gateResults } from '@washdesk/site-protocol/commands';
import { gateOpenCloudTimeoutMs, gateOpenExpiryMs, seenIdsRetentionMs } from '@washdesk/site-protocol/timing';
import type { Alert } from '../../../common/alert.ts';
import { siteOf, type Principal } from '../../../common/caller.ts';
import { Failure, notFound } from '../../../common/failure.ts';
import type { Pool } from '../../../db/pool.ts';
import { storeGateResult } from '../../../documents/gate-result.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { CommandOutcome, SiteCommands, SiteJournals } from '../../../ports/site-commands.ts';
import { gateSentence } from './gate-sentence.ts';
import { gateCommand, insertGateCommand, type GateCommand } from './gates.store.ts';

export interface OpenRequest {
  commandId: string;
  gate: string;
  reason: string | null;
  /** The member for whom the gate is opened, as the screen shows it; null if it shows none. */
  customer: string | null;
  /** When it was pressed, by this server's time; null if the caller sends none. */
  pressed: Date | null;
}

interface Ending {
  result: GateAnswer['result'];
  reason: string | null;
  repeated: boolean;
  noReadback?: boolean | undefined;
  held?: boolean | undefined;
}

/**
 * Maps an outcome to its meaning for the car at the gate. A command never sent, or rejected by the agent before the relay, opened nothing;
 * anything else without a response is unknown.
 */
function endingOf(outcome: CommandOutcome<'gate.open'>, sentBefore: boolean): Ending {
  switch (outcome.kind) {
    case 'answered': {
      const { result, reason, repeated, noReadback, held } = outcome.result;
      return { result, reason, repeated, noReadback, held };
    }
    case 'unreachable':
      // an unreachable site concerns IT; the cashier sees a gate that does not respond
      return { result: sentBefore ? 'unknown' : 'rejected', reason: null, repeated: false };
    case 'unknown':
      return { result: 'unknown', reason: outcome.message, repeated: false };
    case 'refused': {
      if (outcome.code === 'expired') return { result: sentBefore ? 'unknown' : 'expired', reason: null, repeated: false };
      const harmless = ['rejected', 'unavailable', 'unknown_device', 'unknown_verb', 'bad_payload'].includes(outcome.code);
      return { result: harmless && !sentBefore ? 'rejected' : 'unknown', reason: outcome.message, repeated: false };
    }
    default:
      return outcome satisfies never;
  }
}

export interface GatesOptions {
  pool: Pool;
  sites: SiteCommands & SiteJournals;
  clock: Clock;
  alert: Alert;
}

/** An agent that no longer has the id would open as for a new one; the hour covers clock differences. */
const rememberedMs = seenIdsRetentionMs - 3_600_000;
const forgotten = 'it was sent too long ago to check';

/** Opens gates at most once and never late (docs/decisions/0006-gates-at-most-once.md). */
export class GatesService {
  readonly #pool: Pool;
  readonly #sites: SiteCommands & SiteJournals;
  readonly #clock: Clock;
  readonly #alert: Alert;

  constructor(options: GatesOptions) {
    this.#alert = options.alert;
    this.#pool = options.pool;
    this.#sites = options.sites;
    this.#clock = options.clock;
  }

  /**
   * Sends an opening to the gate once. A repetition of its command id asks for the outcome.
   * @throws Failure 404 `gate_unknown`, 409 `no_location`, 422 `key_reused`
   */
  async open(request: OpenRequest, principal: Principal): Promise<GateAnswer> {
    const began = performance.now() - this.#ageOf(request.pressed);
    const { site, name, isNew, journal } = await this.#note('gate.open', request, principal);
    if (!isNew) return this.#ask(request, site, name, principal);
    const { commandId: id, reason } = request;
    const payload = { employee: principal.employee, reason };
    // counted from the press, however long the network and the database took
    const expiresInMs = gateOpenExpiryMs - (performance.now() - began);
    if (expiresInMs <= 0) return this.#conclude(id, name, { result: 'expired', reason: null, repeated: false });
    const sending = { id, sentBefore: false, journal, expiresInMs, waitMs: gateOpenCloudTimeoutMs };
    const outcome = await this.#sites.send(site, request.gate, 'gate.open', payload, sending);
    return this.#conclude(id, name, endingOf(outcome, false));
  }

  /**
   * Returns what became of an opening. Nothing opens: an opening that has not reached the gate by now never will
   * (docs/decisions/0044-check-opens-nothing.md).
   * @throws Failure 404 `gate_unknown`, 409 `no_location`, 422 `key_reused`
   */
  async check(asked: Pick<OpenRequest, 'commandId' | 'gate'>, principal: Principal): Promise<GateAnswer> {
    const request = { ...asked, reason: null, customer: null, pressed: null };
    const { site, name } = await this.#note('gate.check', request, principal);
    return this.#ask(request, site, name, principal);
  }

  /** Returns the milliseconds since a press; 0 for one that is ahead of this server's clock. */
  #ageOf(pressed: Date | null): number {
    return pressed === null ? 0 : Math.max(0, this.#clock.now().getTime() - pressed.getTime());
  }

  /** Stores the opening, or at a check that it never arrived; an id that is known stays as it is. */
  async #note(action: 'gate.open' | 'gate.check', { commandId: id, gate, reason, customer }: OpenRequest, principal: Principal) {
    const site = siteOf(principal);
    const { employee, device = null, requestId } = principal;
    const journal = this.#sites.journalOf(site);
    const by = { principal: principal.id, employee, device, requestId };
    const noted = await insertGateCommand(this.#pool, {
      action,
      id,
      site,
      gate,
      reason,
      customer,
      ...by,
      asked: this.#clock.now(),
      journal,
    });
    if (!noted) throw notFound('gate_unknown', `This site has no gate named ${gate}`);
    return { site, journal, ...noted };
  }

  /** Returns the stored result, or asks the site for it. */
  async #ask({ commandId: id, gate, reason }: OpenRequest, site: number, name: string, principal: Principal): Promise<GateAnswer> {
    const earlier = await gateCommand(this.#pool.db, id);
    if (!earlier || earlier.gate !== gate || earlier.site !== site)
      throw new Failure(422, 'key_reused', 'This command id was used for another gate');
    const known = this.#known(earlier, name);
    if (known) return known;

    if (earlier.asked.getTime() + rememberedMs <= this.#clock.now().getTime())
      return this.#conclude(id, name, { result: 'duplicate', reason: forgotten, repeated: false });

    const payload = { employee: principal.employee, reason };
    const sending = { id, sentBefore: true, journal: earlier.journal, waitMs: gateOpenCloudTimeoutMs };
    const outcome = await this.#sites.send(site, gate, 'gate.open', payload, sending);
    if (outcome.kind === 'answered' && outcome.result.notKnown) this.#tellNotKnown(site, gate, id);
    return this.#conclude(id, name, endingOf(outcome, true));
  }

  /** Returns the current state of a gate; null if its site does not respond. */
  async status(site: number, gate: string) {
    const outcome = await this.#sites.send(site, gate, 'gate.status', {});
    return outcome.kind === 'answered' ? { ...outcome.result, at: this.#clock.now().toISOString() } : null;
  }

  #known(earlier: GateCommand, gate: string): GateAnswer | undefined {
    const result = gateResults.find((known) => known === earlier.result);
    if (!result) return undefined;
    return {
      result,
      message: gateSentence(result, gate, earlier.detail),
      repeated: true,
      at: earlier.answered?.toISOString() ?? null,
    };
  }

  #tellNotKnown(site: number, gate: string, command: string): void {
    const message = 'The agent has no record of this command, so whether the gate opened isn’t known';
    this.#alert('gate.not-known', { site, gate, command }, message);
  }

  async #conclude(id: string, gate: string, { result, reason, repeated, noReadback = false, held = false }: Ending): Promise<GateAnswer> {
    const at = this.#clock.now();
    if (result !== 'unknown') await storeGateResult(this.#pool.db, id, result, reason, at);
    const message = gateSentence(result, gate, reason, { noReadback, held });
    return { result, message, repeated, ...(noReadback && { noReadback }), at: result === 'unknown' ? null : at.toISOString() };
  }
}
