import type { Logger } from 'pino';
import { agentDevice, commands } from '@washdesk/site-protocol/commands';
import type { DurablePayload } from '@washdesk/site-protocol/events';
import type { CommandRequest, CommandSource, CommandTrace } from '../../../actions/command-dispatcher.ts';
import type { Journal } from '../../../journal/journal.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { TracedPlate } from '../../../ports/plate-camera.ts';
import type { SiteEvent } from '../../../ports/site-events.ts';
import type { IgnoredTag } from '../../../ports/tag-reader.ts';
import { decided, endOfHeld, heard, ignoredBecause, lookedUp, openingEnd, type TraceEnd } from './sentences.ts';
import { TraceBuilder, type TraceSubject } from './trace-builder.ts';

export interface LaneTracesOptions {
  /** The lane of each gate, by the gate's id. */
  gates: ReadonlyMap<string, number | null>;
  /** Lanes that open by themselves. */
  autoOpen: ReadonlySet<number>;
  journal: Pick<Journal, 'record'>;
  clock: Clock;
  log: Logger;
}

type EventOf<K extends SiteEvent['kind']> = Extract<SiteEvent, { kind: K }>;

interface EndedTrace {
  trace: TraceBuilder;
  subject: TraceSubject;
  end: TraceEnd;
}

interface Opening {
  trace: TraceBuilder;
  end: TraceEnd | null;
}

const senders: Record<CommandSource, string> = {
  cloud: 'A register sent Open Gate',
  'local-page': 'The local page sent Open Gate',
  lane: 'The lane sent Open Gate by itself',
  console: 'The console sent Open Gate',
};

const nothing: TraceSubject = { lane: null, gate: null, code: null, customer: null, command: null, employee: null };

/** Traces stored in one write. */
const storedAtOnce = 100;

/** Cars that wait for their decision. If there are more, the oldest gets none. */
const mostCars = 100;

/** Records what happened to each car and to each press of Open Gate, so that "Why did it not open?" has an answer. */
export class LaneTraces {
  readonly #options: LaneTracesOptions;
  /** Cars that were read and not decided yet, by lane and code. */
  readonly #cars = new Map<string, TraceBuilder>();
  /** Ended openings of lanes by themselves, until their decision is reported. */
  readonly #openings = new Map<string, Opening>();
  /** Ended and not stored yet, oldest first. */
  readonly #ended: EndedTrace[] = [];
  #onTrace: (trace: DurablePayload<'trace'>) => void = () => undefined;

  constructor(options: LaneTracesOptions) {
    this.#options = options;
  }

  /** Calls the listener with each trace when it ends. */
  onTrace(listener: (trace: DurablePayload<'trace'>) => void): void {
    this.#onTrace = listener;
  }

  /** Begins the trace of an opening; null for any other command. */
  begin({ id, device, verb, payload, source }: CommandRequest): CommandTrace | null {
    const lane = this.#options.gates.get(device);
    if (verb !== 'open' || lane === undefined) return null;
    const trace = this.#newTrace(performance.now());
    const { employee = null, reason = null } = commands['gate.open'].payload.safeParse(payload).data ?? {};
    // the local page has no employees: its reason names who opened
    trace.add('command', source === 'local-page' && reason !== null ? `${senders[source]}. ${reason}` : senders[source]);
    const subject = { ...nothing, lane, gate: device, command: id, employee };
    return {
      mark: (step, detail) => trace.add(step, detail, { device: step === 'journal' ? null : device }),
      end: (outcome) => {
        const end = openingEnd(outcome);
        // of an opening by itself, the decision is reported next
        if (source === 'lane') this.#openings.set(id, { trace, end });
        else if (end) this.#record(trace, subject, end);
      },
    };
  }

  /** A read that is assigned to a lane waits for its decision; one without a lane has none. */
  tag({ source, payload, at = performance.now() }: EventOf<'tag'>): void {
    const trace = this.#newTrace(at);
    trace.add('read', heard(payload), { device: source, at });
    trace.add('filter', 'Enough reads, and no other lane read it better');
    const { lane, tag: code } = payload;
    if (lane === null) {
      const reason = `Antenna ${payload.antenna} has no lane in the configuration`;
      return this.#record(trace, { ...nothing, code }, { outcome: 'not-opened', reason });
    }
    this.#awaitDecision(lane, code, trace);
  }

  /** A plate with an end is only suggested, or ignored; one without waits for its decision. */
  plate({ camera, lane, code, score, sureFrom, at, end }: TracedPlate): void {
    const trace = this.#newTrace(at);
    trace.add('read', code === null ? 'The camera saw a car' : `The camera read the plate with score ${score}`, { device: camera, at });
    if (end) return this.#record(trace, { ...nothing, lane, code }, end);
    trace.add('filter', `The score is at least ${sureFrom}`);
    if (code !== null) this.#awaitDecision(lane, code, trace);
  }

  scan({ source, payload: { terminal, code } }: EventOf<'scan'>): void {
    this.#scanned(source, terminal, code, { outcome: 'shown', reason: `Sent to the register ${terminal}` });
  }

  /** A scan that the register does not receive. Its code is not stored. */
  ignoredScan({ source, payload: { terminal, reason } }: EventOf<'ignored-scan'>): void {
    this.#scanned(source, terminal, null, { outcome: 'ignored', reason });
  }

  /**
   * The end of a held request, which comes after the trace of its opening was stored: a trace of its own, under the same command. It is
   * stored at once, because the agent may be stopping.
   */
  heldEnd({ source: gate, payload: { command, ...held } }: EventOf<'held-end'>): void {
    const trace = this.#newTrace(performance.now() - held.heldMs);
    const { relay, readback, ...end } = endOfHeld(held);
    trace.add('relay', relay, { device: gate });
    if (readback !== null) trace.add('readback', readback, { device: gate });
    this.#store([{ trace, subject: { ...nothing, lane: this.#options.gates.get(gate) ?? null, gate, command }, end }]);
  }

  decision({ source, payload }: EventOf<'decision'>): void {
    const { lane, code, customer, command, decidedMs, answeredMs } = payload;
    const readAt = performance.now() - (answeredMs ?? decidedMs);
    const trace = this.#cars.get(keyOf(lane, code)) ?? this.#newTrace(readAt);
    this.#cars.delete(keyOf(lane, code));
    const at = readAt + decidedMs;
    trace.add('look-up', lookedUp(payload), { at });
    const sentence = decided(payload);
    trace.add('decision', sentence, { at });

    const opening = command === null ? undefined : this.#openings.get(command);
    if (command !== null) this.#openings.delete(command);
    if (opening) trace.append(opening.trace);
    // a lane opens for what its devices read, not for what a person enters
    const opensByItself = source !== agentDevice && this.#options.autoOpen.has(lane);
    const end = opening?.end ?? { outcome: opensByItself ? ('not-opened' as const) : ('shown' as const), reason: sentence };
    this.#record(trace, { ...nothing, lane, code, customer, command, gate: this.#gateOf(lane) }, end);
  }

  /** A tag that was assigned to no lane. */
  ignored(tag: IgnoredTag): void {
    const trace = this.#newTrace(tag.at);
    trace.add('read', heard(tag), { device: tag.reader, at: tag.at });
    const reason = ignoredBecause(tag);
    trace.add('filter', reason);
    const tied = tag.tiedLanes.length > 0 && { tiedLanes: [...tag.tiedLanes] };
    this.#record(trace, { ...nothing, lane: tag.lane, code: tag.tag, ...tied }, { outcome: 'ignored', reason });
  }

  #scanned(scanner: string, terminal: string, code: string | null, end: TraceEnd): void {
    const trace = this.#newTrace(performance.now());
    trace.add('read', `The scanner of ${terminal} read a code`, { device: scanner });
    this.#record(trace, { ...nothing, code }, end);
  }

  #awaitDecision(lane: number, code: string, trace: TraceBuilder): void {
    this.#cars.set(keyOf(lane, code), trace);
    const [oldest] = this.#cars.keys();
    if (this.#cars.size > mostCars && oldest !== undefined) this.#cars.delete(oldest);
  }

  #newTrace(startedAt: number): TraceBuilder {
    const began = this.#options.clock.now().getTime() - (performance.now() - startedAt);
    return new TraceBuilder(new Date(began), startedAt);
  }

  #gateOf(lane: number): string | null {
    for (const [gate, of] of this.#options.gates) if (of === lane) return gate;
    return null;
  }

  /** Stores all that have ended. */
  stop(): void {
    while (this.#ended.length > 0) this.#storeSome();
  }

  /** Stores the trace after the reply is sent: a synced write takes a millisecond, and a car is waiting. */
  #record(trace: TraceBuilder, subject: TraceSubject, end: TraceEnd): void {
    this.#ended.push({ trace, subject, end });
    if (this.#ended.length === 1) setImmediate(() => this.#storeSome());
  }

  /** Stores the oldest in one write. The others wait for a later turn, so that a gate does not wait behind a storm of tags. */
  #storeSome(): void {
    this.#store(this.#ended.splice(0, storedAtOnce));
    if (this.#ended.length > 0) setImmediate(() => this.#storeSome());
  }

  #store(ended: readonly EndedTrace[]): void {
    const { journal, log } = this.#options;
    try {
      journal.record(...ended.map((one) => this.#eventOf(one)));
    } catch (error) {
      // an opening must not fail because its trace cannot be stored
      log.warn({ err: error, traces: ended.length }, 'Traces not stored');
    }
  }

  #eventOf({ trace, subject, end }: EndedTrace) {
    const payload = trace.finish(subject, end.outcome, end.reason);
    const { command, gate, outcome, hops } = payload;
    if (command !== null) this.#options.log.info({ command, gate, outcome, steps: hops.map(stepText) }, 'Gate command ended');
    this.#onTrace(payload);
    return { kind: 'trace', source: gate ?? agentDevice, payload } as const;
  }
}

/** Only a device's own words: those of a command may name a person. */
const stepText = ({ step, afterMs, device, detail }: DurablePayload<'trace'>['hops'][number]): string =>
  `${step} at ${afterMs} ms${device === null ? '' : `: ${detail}`}`;

const keyOf = (lane: number, code: string): string => `${lane} ${code}`;
