import type { LaneTrace } from '@washdesk/contracts/lane/trace';
import type { TraceOutcome } from '@washdesk/rules/lane/traces';
import type { Db } from '../../../db/pool.ts';
import { findTraces, findUntracedPresses, type PressRow, type TraceSearch } from './traces.store.ts';

const most = 100;

/** By the stored result of a press. The outcome of any other press is unknown. */
const endings: Partial<Record<string, { outcome: TraceOutcome; reason?: string }>> = {
  opened: { outcome: 'opened', reason: 'The gate opened' },
  unconfirmed: { outcome: 'unconfirmed' },
  expired: { outcome: 'not-opened', reason: 'The command came too late' },
  interlocked: { outcome: 'not-opened', reason: 'A vehicle was on the loop behind the gate' },
  rejected: { outcome: 'not-opened', reason: 'The site wasn’t connected' },
};

/** Why a gate opened or not (docs/rules/lane.md#traces). */
export class TracesService {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async list(search: TraceSearch): Promise<{ traces: LaneTrace[]; count: number; more: boolean }> {
    const traces = await findTraces(this.#db, search, most + 1);
    // presses before the oldest trace of a full list are not listed, and there may be very many
    const from = traces[most]?.began ?? search.from;
    const presses = await findUntracedPresses(this.#db, { ...search, from }, most + 1);
    const found = [...traces.map((trace) => ({ ...trace, began: trace.began.toISOString() })), ...presses.map(traceOfPress)].toSorted(
      (a, b) => b.began.localeCompare(a.began),
    );
    const shown = found.slice(0, most);
    return { traces: shown, count: shown.length, more: found.length > most };
  }
}

function pressed(principal: string): string {
  if (principal.startsWith('lane:')) return 'The lane opened by itself';
  return principal.startsWith('local-page:') ? 'Open Gate was pressed at the local page' : 'Open Gate was pressed';
}

/** Shows a press that its agent did not trace as the cloud saw it. */
function traceOfPress(row: PressRow): LaneTrace {
  const { id, site, gate, lane, customer, name, principal, employee, asked, result, detail, answered, requestId } = row;
  const { outcome = 'unknown', reason: usual = 'The site didn’t respond' } = endings[result ?? ''] ?? {};
  const reason = detail ?? usual;
  const press = { step: 'press' as const, afterMs: 0, device: null, detail: pressed(principal) };
  const end = answered && { step: 'command' as const, afterMs: answered.getTime() - asked.getTime(), device: gate, detail: reason };
  return {
    id,
    site,
    began: asked.toISOString(),
    lane,
    gate,
    code: null,
    customer,
    name,
    command: id,
    requestId,
    employee,
    outcome,
    reason: outcome === 'opened' ? null : reason,
    hops: end ? [press, end] : [press],
  };
}
