import { traceSteps, type TraceOutcome, type TraceStep } from './traces.ts';

/** A press of Open Gate comes before the steps of the site. */
type Step = TraceStep | 'press' | 'unknown';

interface Hop {
  step: Step;
  /** Milliseconds since the trace began. */
  afterMs: number;
  device: string | null;
  detail: string;
}

interface Trace {
  outcome: TraceOutcome | 'unknown';
  reason: string | null;
  hops: readonly Hop[];
}

/**
 * - `done`: it ended in its usual time
 * - `slow`: it took longer than usual
 * - `cause`: here it ended without an open gate
 * - `not-reached`: it would have followed
 */
export type TimelineState = 'done' | 'slow' | 'cause' | 'not-reached';

export interface TimelineStep {
  /** Null for the end of a trace whose last step went well. */
  step: Step | null;
  device: string | null;
  detail: string | null;
  /** Both null if the step was not reached, or its end has no time. */
  afterMs: number | null;
  tookMs: number | null;
  state: TimelineState;
}

/** How long a step takes at most while nothing is wrong. A car is read for half a second, then a second for the other lanes. */
export const usualStepMs: Readonly<Record<Step, number>> = {
  press: 0,
  read: 0,
  filter: 1_700,
  'look-up': 20,
  decision: 20,
  command: 500,
  journal: 100,
  relay: 300,
  readback: 1_500,
  unknown: Number.POSITIVE_INFINITY,
};

/** Outcomes after which the gate opens by itself no more. The others wait for a cashier, or are done. */
const endedEarly: readonly string[] = ['not-opened', 'unconfirmed', 'ignored', 'unknown'];

/** Returns a trace's steps with what each took, the step that ended it, and the steps that it did not reach. */
export function timelineOf({ outcome, reason, hops }: Trace): TimelineStep[] {
  const steps = hops.map(({ step, afterMs, device, detail }, index): TimelineStep => {
    const tookMs = Math.max(0, afterMs - (hops[index - 1]?.afterMs ?? 0));
    return { step, device, detail, afterMs, tookMs, state: tookMs > usualStepMs[step] ? 'slow' : 'done' };
  });
  if (!endedEarly.includes(outcome)) return steps;

  const last = steps.at(-1);
  const isNamedByLast = last !== undefined && (reason === null || last.detail === reason);
  if (isNamedByLast) last.state = 'cause';
  else steps.push({ step: null, device: null, detail: reason, afterMs: null, tookMs: null, state: 'cause' });
  return [...steps, ...notReached(hops)];
}

function notReached(hops: readonly Hop[]): TimelineStep[] {
  const reached = traceSteps.findLastIndex((step) => hops.some((hop) => hop.step === step));
  return traceSteps
    .slice(reached + 1)
    .map((step) => ({ step, device: null, detail: null, afterMs: null, tookMs: null, state: 'not-reached' }) as const);
}

/** Returns the milliseconds from the first to the last step. */
export const durationOf = ({ hops }: Pick<Trace, 'hops'>): number => Math.max(0, ...hops.map(({ afterMs }) => afterMs));

/** Returns the step that exceeded its usual time most; null if none did. */
export function slowestOf(trace: Trace): TimelineStep | null {
  const excess = ({ step, tookMs }: TimelineStep): number => (tookMs ?? 0) - usualStepMs[step ?? 'unknown'];
  const slow = timelineOf(trace).filter((step) => excess(step) > 0);
  return slow.toSorted((one, other) => excess(other) - excess(one))[0] ?? null;
}
