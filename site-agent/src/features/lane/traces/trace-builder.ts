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
  readonly #hops: TraceHop[] = [];

  constructor(began: Date, startedAt: number) {
    this.#began = began.toISOString();
    this.#startedAt = startedAt;
  }

  add(step: TraceStep, detail: string, { device = null, at = performance.now() }: { device?: string | null; at?: number } = {}): void {
    if (this.#hops.length >= mostHops) return;
    const afterMs = Math.max(0, Math.round((at - this.#startedAt) * 100) / 100);
    this.#hops.push({ step, afterMs, device, detail: detail.slice(0, longestDetail) });
  }

  finish(subject: TraceSubject, outcome: TraceOutcome, reason: string | null): Trace {
    return {
      id: randomUUID(),
      began: this.#began,
      ...subject,
      outcome,
      reason: reason && reason.slice(0, longestReason),
      hops: this.#hops,
    };
  }
}
