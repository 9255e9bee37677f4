import { listLaneTraces, type LaneTrace } from '@washdesk/contracts/lane/trace';
import type { TraceOutcome } from '@washdesk/rules/lane/traces';
import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import { route } from '../../../http/route.ts';
import { findTraces, findUntracedPresses, type PressRow, type TraceSearch } from './traces.store.ts';

const most = 100;

const outcomes: Partial<Record<string, TraceOutcome>> = {
  opened: 'opened',
  unconfirmed: 'unconfirmed',
  expired: 'not-opened',
  interlocked: 'not-opened',
  rejected: 'not-opened',
};

const reasons: Partial<Record<string, string>> = {
  opened: 'The gate opened',
  expired: 'The command came too late',
  interlocked: 'A vehicle was on the loop behind the gate',
  rejected: 'The site wasn’t connected',
};

/** Shows a press that its agent did not trace as the cloud saw it. */
function traceOfPress({ id, site, gate, lane, customer, employee, asked, result, detail, answered }: PressRow): LaneTrace {
  const outcome = outcomes[result ?? ''] ?? 'unknown';
  const reason = detail ?? reasons[result ?? ''] ?? 'The site didn’t respond';
  const press = { step: 'press' as const, afterMs: 0, device: null, detail: 'Open Gate was pressed' };
  const end = answered && { step: 'command' as const, afterMs: answered.getTime() - asked.getTime(), device: gate, detail: reason };
  return {
    id,
    site,
    began: asked.toISOString(),
    lane,
    gate,
    code: null,
    customer,
    command: id,
    employee,
    outcome,
    reason: outcome === 'opened' ? null : reason,
    hops: end ? [press, end] : [press],
  };
}

async function list(db: Db, search: TraceSearch) {
  const traces = await findTraces(db, search, most + 1);
  // presses before the oldest trace of a full list are not listed, and there may be very many
  const from = traces[most]?.began ?? search.from;
  const presses = await findUntracedPresses(db, { ...search, from }, most + 1);
  const found = [...traces.map((trace) => ({ ...trace, began: trace.began.toISOString() })), ...presses.map(traceOfPress)].toSorted(
    (a, b) => b.began.localeCompare(a.began),
  );
  const shown = found.slice(0, most);
  return { traces: shown, count: shown.length, more: found.length > most };
}

const instant = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));

/** Answers why a gate opened or not (docs/rules/lane.md#traces). */
export const createTraces = ({ db }: { db: Db }): Feature => ({
  routes: [
    route(listLaneTraces, ({ query: { from, until, ...search } }) => list(db, { ...search, from: instant(from), until: instant(until) })),
  ],
});
