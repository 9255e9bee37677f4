import { commands, verbOf, type CommandName, type CommandResult } from '@washdesk/site-protocol/commands';
import type { ActOutcome, LocalRole, OpenBody, PrintBody, ReadBody, ReadOutcome } from '@washdesk/site-protocol/local-page';
import { testReceipt } from '@washdesk/site-protocol/test-receipt';
import { gateOpenExpiryMs } from '@washdesk/site-protocol/timing';
import type { CommandDispatcher, CommandOutcome } from '../actions/command-dispatcher.ts';
import { steadyNow } from '../actions/steady-clock.ts';
import type { Clock } from '../ports/clock.ts';
import { WriteDeadline } from '../ports/write-deadline.ts';

export interface LocalActsOptions {
  dispatcher: Pick<CommandDispatcher, 'dispatch'>;
  site: { number: number; name: string; timeZone: string };
  clock: Clock;
}

export const roleNames: Record<LocalRole, string> = { it: 'IT', cashier: 'A cashier' };

interface Press {
  id: string;
  pressedMs: number;
  again: string | null;
}

/** What a person does at the local page, by the one dispatcher. */
export class LocalActs {
  readonly #options: LocalActsOptions;

  constructor(options: LocalActsOptions) {
    this.#options = options;
  }

  async open(role: LocalRole, { gate, reason, ...press }: OpenBody): Promise<ActOutcome> {
    const payload = { employee: null, reason: `${roleNames[role]} at the local page: ${reason}`, localRole: role };
    const outcome = await this.#press('gate.open', gate, payload, press, gateOpenExpiryMs);
    if (!outcome.ok) return failed(outcome);
    const { result, reason: why } = outcome.result as CommandResult<'gate.open'>;
    const isUnknown = result === 'unconfirmed' || result === 'duplicate';
    return { outcome: result === 'opened' ? 'done' : isUnknown ? 'unknown' : 'failed', result, reason: why };
  }

  async print(role: LocalRole, { printer, ...press }: PrintBody): Promise<ActOutcome> {
    const { site, clock } = this.#options;
    const payload = {
      job: press.id,
      source: testReceipt({ site, printer, by: `${role === 'it' ? 'IT' : 'a cashier'} at the local page`, at: clock.now() }),
    };
    const outcome = await this.#press('printer.print', printer, payload, press, commands['printer.print'].deadlineMs);
    if (!outcome.ok) return failed(outcome);
    const { state, reason } = outcome.result as CommandResult<'printer.print'>;
    return { outcome: state === 'printed' ? 'done' : state, result: state, reason };
  }

  /** Reads a gate or a printer now. */
  async read({ id, device, kind }: ReadBody): Promise<ReadOutcome> {
    const name = `${kind}.status` as const;
    const press = { id, pressedMs: steadyNow(), again: null };
    const outcome = await this.#press(name, device, {}, press, commands[name].deadlineMs);
    if (!outcome.ok) return { ok: false, values: [], reason: outcome.message };
    const { reason = null, ...values } = outcome.result as { reason?: string | null } & Record<string, boolean | null>;
    return { ok: true, values: Object.entries(values).map(([valueName, value]) => ({ name: valueName, value })), reason };
  }

  /** A press that arrives late does nothing: its time is that of the press, as the page knows this clock. */
  #press(name: CommandName, device: string, payload: unknown, { id, pressedMs, again }: Press, validMs: number): Promise<CommandOutcome> {
    const notAfter = Math.min(pressedMs, steadyNow()) + validMs;
    return this.#options.dispatcher.dispatch({
      id,
      source: 'local-page',
      device,
      verb: verbOf(name),
      payload,
      deadline: new WriteDeadline(notAfter, steadyNow),
      leasedAt: null,
      stale: null,
      sentBefore: again === null ? null : { journal: again },
    });
  }
}

/** A command that ended without a result. After `timeout` and `failed` the device may have moved. */
function failed({ code, message }: CommandOutcome & { ok: false }): ActOutcome {
  const isUnknown = code === 'timeout' || code === 'failed';
  return { outcome: isUnknown ? 'unknown' : 'failed', result: null, reason: message };
}
