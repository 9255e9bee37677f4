import { randomUUID } from 'node:crypto';
import type { TraceOutcome, TraceStep } from '@washdesk/rules/lane/traces';
import type { DurablePayload } from '@washdesk/site-protocol/events';
import { traceLimits, type TraceHop } from '@washdesk/site-protocol/lane-trace';

type Trace = DurablePayload<'trace'>;

export type TraceSubject = Pick<Trace, 'lane' | 'gate' | 'tiedLanes' | 'code' | 'customer' | 'command' | 'employee'>;

/** Collects the steps of one car, or of one press of Open Gate. Times are milliseconds of `performance.now()`. */
export class TraceBuilder {
  readonly #startedAt: number;
  readonly #began: string;
  readonly #hops: (Omit<TraceHop, 'afterMs'> & { at: number })[] = [];

  constructor(began: Date, startedAt: number) {
    this.#began = began.toISOString();
    this.#startedAt = startedAt;
  }

  add(step: TraceStep, detail: string, { device = null, at = performance.now() }: { device?: string | null; at?: number } = {}): void {
    if (this.#hops.length < traceLimits.hops) this.#hops.push({ step, at, device, detail: detail.slice(0, traceLimits.detail) });
  }

  /** Adds the steps of another trace, which began later. */
  append(later: TraceBuilder): void {
    for (const { step, detail, device, at } of later.#hops) this.add(step, detail, { device, at });
  }

  finish(subject: TraceSubject, outcome: TraceOutcome, reason: string | null): Trace {
    const hops = this.#hops.map(({ at, ...hop }) => ({ ...hop, afterMs: Math.max(0, Math.round((at - this.#startedAt) * 100) / 100) }));
    return { id: randomUUID(), began: this.#began, ...subject, outcome, reason: reason && reason.slice(0, traceLimits.reason), hops };
  }
}
