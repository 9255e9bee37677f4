import type { Logger } from 'pino';
import type { TraceOutcome } from '@washdesk/rules/lane/traces';
import { commands } from '@washdesk/site-protocol/commands';
import type { CommandOutcome, CommandRequest, CommandSource, CommandTrace } from '../../../actions/command-dispatcher.ts';
import type { Journal } from '../../../journal/journal.ts';
import type { Clock } from '../../../ports/clock.ts';
import { TraceBuilder } from './trace-builder.ts';

export interface LaneTracesOptions {
  /** The lane of each gate, by the gate's id. */
  gates: ReadonlyMap<string, number | null>;
  journal: Pick<Journal, 'record'>;
  clock: Clock;
  log: Logger;
}

type OpenGate = (typeof commands)['gate.open'];

const senders: Record<CommandSource, string> = {
  cloud: 'A register sent Open Gate',
  'local-page': 'The local page sent Open Gate',
  lane: 'The lane opens by itself',
  console: 'The console sent Open Gate',
};

/** Records what happened to each car and to each press of Open Gate, so that "Why did it not open?" has an answer. */
export class LaneTraces {
  readonly #options: LaneTracesOptions;

  constructor(options: LaneTracesOptions) {
    this.#options = options;
  }

  /** Begins the trace of an opening; null for any other command. */
  begin({ id, device, verb, payload, source }: CommandRequest): CommandTrace | null {
    const lane = this.#options.gates.get(device);
    if (verb !== 'open' || lane === undefined) return null;
    const trace = new TraceBuilder(this.#options.clock.now(), performance.now());
    trace.add('command', senders[source]);
    const { employee = null } = commands['gate.open'].payload.safeParse(payload).data ?? {};
    const subject = { lane, gate: device, code: null, customer: null, command: id, employee };
    return {
      mark: (step, detail) => trace.add(step, detail, { device: step === 'journal' ? null : device }),
      end: (outcome) => {
        const ended = endOf(outcome);
        if (ended) this.#record(trace, subject, ended);
      },
    };
  }

  /** Stores the trace after the reply is sent: a synced write takes a millisecond, and a car is waiting. */
  #record(trace: TraceBuilder, subject: Parameters<TraceBuilder['finish']>[0], { outcome, reason }: Ended): void {
    const { journal, log } = this.#options;
    setImmediate(() => {
      try {
        journal.record({ kind: 'trace', source: subject.gate ?? 'agent', payload: trace.finish(subject, outcome, reason) });
      } catch (error) {
        // an opening must not fail because its trace cannot be stored
        log.warn({ err: error }, 'Trace not stored');
      }
    });
  }
}

interface Ended {
  outcome: TraceOutcome;
  reason: string | null;
}

/** Returns how an opening ended; null for a repetition, which only asks. */
function endOf(outcome: CommandOutcome): Ended | null {
  if (!outcome.ok) return { outcome: outcome.code === 'timeout' ? 'unconfirmed' : 'not-opened', reason: outcome.message };
  const { result, reason, repeated, noReadback } = outcome.result as ReturnType<OpenGate['reply']['parse']>;
  if (repeated || result === 'duplicate') return null;
  if (result === 'opened') return { outcome: 'opened', reason: null };
  if (result === 'unconfirmed') return { outcome: 'unconfirmed', reason: noReadback ? 'The relay has no readback' : reason };
  return { outcome: 'not-opened', reason };
}
