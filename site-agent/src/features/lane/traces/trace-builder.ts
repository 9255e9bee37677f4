import { randomUUID } from 'node:crypto';
import type { TraceOutcome, TraceStep } from '@washdesk/rules/lane/traces';
import type { DurablePayload } from '@washdesk/site-protocol/events';
import type { TraceHop } from '@washdesk/site-protocol/lane-trace';

type Trace = DurablePayload<'trace'>;

const mostHops = 40;
const longestDetail = 200;
const longestReason = 300;

export interface TraceSubject {
  lane: number | null;
  gate: string | null;
  code: string | null;
  customer: string | null;
  command: string | null;
  employee: number | null;
}

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
    if (this.#hops.length < mostHops) this.#hops.push({ step, at, device, detail: detail.slice(0, longestDetail) });
  }

  /** Adds the steps of another trace, which began later. */
  append(later: TraceBuilder): void {
    for (const { step, detail, device, at } of later.#hops) this.add(step, detail, { device, at });
  }

  finish(subject: TraceSubject, outcome: TraceOutcome, reason: string | null): Trace {
    const hops = this.#hops.map(({ at, ...hop }) => ({ ...hop, afterMs: Math.max(0, Math.round((at - this.#startedAt) * 100) / 100) }));
    return { id: randomUUID(), began: this.#began, ...subject, outcome, reason: reason && reason.slice(0, longestReason), hops };
  }
}
