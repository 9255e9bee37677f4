import { setTimeout as wait } from 'node:timers/promises';
import type { z } from 'zod';
import type { ComparedSystemView, ComparisonView, DifferenceView, listDifferences } from '@washdesk/contracts/system/reconcile';
import { systemNames, differenceKinds, type CopyName, type DifferenceKindName } from '@washdesk/rules/reconcile/difference-kinds';
import { customerOfSubject, isChargeSubject, objidOfSubject } from '@washdesk/rules/reconcile/difference-subject';
import type { Principal } from '../../../common/caller.ts';
import { siteUnknown } from '../../../common/failure.ts';
import { cursorOf, pageOf } from '../../../common/page-cursor.ts';
import type { Db } from '../../../db/pool.ts';
import type { ComparedPlace, Comparison } from '../../../mirror/compare/compared-copy.ts';
import { knownCustomer } from '../../../mirror/reads/live-customer.ts';
import { comparedSystems, type ComparedSystem } from './compared-systems.store.ts';
import type { Comparer } from './comparer.ts';
import { lastComparison, openComparisons, requestComparison, siteNumbers, type ComparisonRow } from './comparisons.store.ts';
import { kindsOf, placesOf, type Copies } from './copies.ts';
import { countOpen, findDifferences, type DifferenceRow, type DifferenceState } from './differences.store.ts';
import { readProgress } from './stages.ts';

const pageSize = 30;
const settledStates: readonly DifferenceState[] = ['repaired', 'undone', 'gone', 'dismissed'];
/** The longest that a user waits for the second look. */
const mostSettleSeconds = 3;

interface Parts {
  db: Db;
  copies: Copies;
  comparer: Pick<Comparer, 'compare'>;
  /** A change that was on its way at the first look has arrived after this time. */
  settleSeconds: number;
  /** Called after a comparison was requested. */
  requested: () => void;
}

/** Differences and comparisons as users see them. */
export class ReconcileService {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async status(site: number | null) {
    const { db } = this.#parts;
    const [running, last, counts, systems] = await Promise.all([
      openComparisons(db),
      lastComparison(db),
      countOpen(db, site),
      comparedSystems(db, site),
    ]);
    const order = Object.keys(differenceKinds);
    return {
      running: running.map(viewComparison),
      last: last && viewComparison(last),
      systems: systems.map(viewSystem),
      groups: counts
        .toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
        .map(({ oldest, ...same }) => ({ ...same, oldest: oldest.toISOString() })),
    };
  }

  /** @throws Failure 404 `site_unknown` */
  async start(site: number | null, { name }: Principal) {
    const { db, requested } = this.#parts;
    if (site !== null && !(await siteNumbers(db)).includes(site)) throw siteUnknown(site);
    await requestComparison(db, site, name);
    requested();
    return { running: (await openComparisons(db)).map(viewComparison) };
  }

  /** @throws Failure 400 for an invalid cursor */
  async list({ kind, site, customer, state = 'open', page }: z.output<typeof listDifferences.query>) {
    const states = state === 'open' ? (['open'] as const) : settledStates;
    const selection = { kind: kind ?? null, site: site ?? null, customer: customer ?? null, states };
    const rows = await findDifferences(this.#parts.db, selection, cursorOf(page), pageSize);
    const { shown, nextPage } = pageOf(rows, pageSize);
    return { results: shown.map(viewDifference), next_page: nextPage };
  }

  /** Compares one customer everywhere; where both sides differ, a second time. @throws Failure 404 `customer_not_found` */
  async compareCustomer(customer: string) {
    const { db, copies, settleSeconds } = this.#parts;
    await knownCustomer(db, customer);
    const places = placesOf(customer, await siteNumbers(db));
    const first = await Promise.all(places.map(async (place) => ({ place, result: await copies[place.copy].compare(place) })));
    const uncertain = first.filter(
      ({ result }) => result.kind === 'moving' || (result.kind === 'compared' && result.differences.length > 0),
    );
    if (uncertain.length > 0) await wait(Math.min(settleSeconds, mostSettleSeconds) * 1_000);
    const again = new Set(uncertain.map(({ place }) => place));
    const results = await Promise.all(
      first.map(async ({ place, result }) => {
        const isSettled = !again.has(place) && result.kind !== 'compared';
        return { place, result: isSettled ? result : await this.#parts.comparer.compare(place.copy, place) };
      }),
    );
    const selection = { kind: null, site: null, customer, states: ['open'] as const };
    const rows = await findDifferences(db, selection, null, 200);
    return { differences: rows.map(viewDifference), notCompared: results.flatMap(notCompared) };
  }
}

/** Returns a sentence about a place that could not be compared. */
function notCompared({ place, result }: { place: ComparedPlace & { copy: CopyName }; result: Comparison }): string[] {
  if (result.kind === 'compared') return [];
  if (result.kind === 'unavailable') return [result.reason];
  const system = systemNames[systemOf(place.copy)];
  return [`${system}${place.site === null ? '' : ` of site ${place.site}`}: a change is in progress`];
}

const systemOf = (copy: CopyName) => differenceKinds[kindsOf(copy)[0] as DifferenceKindName].wrong;

export const viewDifference = ({ last_seen, found, settled, actor, isRequested, ...row }: DifferenceRow): DifferenceView => ({
  id: row.id,
  kind: row.kind,
  customer: customerOfSubject(row.customer),
  name: row.name ?? nameOfSubject(row),
  site: row.site,
  siteName: row.siteName,
  about: row.about,
  fields: row.fields,
  cause: row.cause,
  state: row.state,
  found: found.toISOString(),
  lastSeen: last_seen.toISOString(),
  settled: settled?.toISOString() ?? null,
  by: actor,
  why: row.why,
  repairing: isRequested,
  failure: row.failure,
});

/** Names a subject without a customer. */
function nameOfSubject({ customer, fields }: Pick<DifferenceRow, 'customer' | 'fields'>): string | null {
  if (isChargeSubject(customer)) return 'Payment without a customer';
  return objidOfSubject(customer) === null ? null : (fields.find(({ name }) => name === 'Customer')?.wrong ?? null);
}

const viewSystem = ({ compared, waitingSince, waitingFor, ...system }: ComparedSystem): ComparedSystemView => ({
  ...system,
  compared: compared?.toISOString() ?? null,
  waiting: waitingFor === null || waitingSince === null ? null : { since: waitingSince.toISOString(), reason: waitingFor },
});

function viewComparison({ site, requested_by, started, finished, progress }: ComparisonRow): ComparisonView {
  const { stage, compared } = readProgress(progress);
  return {
    site,
    requestedBy: requested_by,
    started: started?.toISOString() ?? null,
    finished: finished?.toISOString() ?? null,
    stage: finished ? null : stage,
    compared,
  };
}
