import { Failure } from '../../common/failure.ts';
import type { ProviderKind } from '../../common/provider-objects.ts';
import { PaymentsRefused } from '../../ports/payments.ts';
import { currentSnapshotContext, applySnapshots } from '../apply-snapshots.ts';
import { countUnprocessed, unknownEvents } from '../events/provider-event.store.ts';
import type { MirrorParts } from '../mirror-parts.ts';
import { sharedCodes } from '../projection/codes.store.ts';
import { projectCustomers } from '../projection/project.ts';
import { nextRead } from '../snapshots/mirror.store.ts';
import { missingSnapshot, snapshot, type Snapshot } from '../snapshots/snapshot.ts';
import { kindsInOrder } from '../snapshots/tables.ts';
import { customersAfter, allCustomersAfter, missingFromList, orphanCustomers } from './missing-from-list.store.ts';
import { count } from './reconcile-progress.ts';
import { kindCounts, type ReconcileReport } from './reconcile-report.ts';
import { finishRun, openRun, saveProgress, withReconcileLock, type Run } from './reconcile-run.store.ts';

interface Parts extends MirrorParts {
  /** Called after every page with the number of objects of that kind stored so far. */
  onPage: (kind: ProviderKind, listed: number) => void;
}

/** Concurrent single reads; the limiter controls their rate. */
const askedAtOnce = 20;
const projectAtOnce = 200;

type Listed = Exclude<ProviderKind, 'payment_method'>;
const listedKinds = kindsInOrder.filter((kind): kind is Listed => kind !== 'payment_method');

/** Stores a page, what follows from it, and the progress of the run. */
async function takePage(parts: Parts, run: Run, kind: ProviderKind, page: readonly Snapshot[]): Promise<void> {
  const { progress } = run;
  const context = { ...(await currentSnapshotContext(parts)), importing: progress.importing };
  await parts.db.transaction().execute(async (tx) => {
    count(progress, await applySnapshots(tx, page, context));
    await saveProgress(tx, run);
  });
  parts.onPage(kind, progress.kinds[kind].listed);
}

async function listFrom(parts: Parts, run: Run, kind: Listed): Promise<void> {
  const own = run.progress.kinds[kind];
  own.since ??= await nextRead(parts.db);
  let readSeq = 0;
  const beforePage = async (): Promise<void> => {
    readSeq = await nextRead(parts.db);
  };
  for await (const page of parts.payments.list(kind, beforePage, own.last ?? undefined)) {
    own.listed += page.length;
    own.last = page.at(-1)?.id ?? own.last;
    await takePage(
      parts,
      run,
      kind,
      page.map((object) => snapshot(kind, object, readSeq)),
    );
  }
}

/**
 * Lists a kind page by page. If the object at the listing's position is deleted meanwhile, the provider cannot continue after it, and the
 * kind is listed again, once.
 */
async function listKind(parts: Parts, run: Run, kind: Listed): Promise<void> {
  const own = run.progress.kinds[kind];
  if (own.done) return;
  try {
    await listFrom(parts, run, kind);
  } catch (error) {
    if (!(error instanceof PaymentsRefused) || own.last === null) throw error;
    Object.assign(own, { since: null, last: null, listed: 0 });
    await listFrom(parts, run, kind);
  }
  own.done = true;
}

/** Returns the cards of a customer; empty if the customer was just deleted. */
async function cardsOf({ payments }: Parts, customer: string) {
  try {
    return await payments.paymentMethodsOf(customer, 'background');
  } catch (error) {
    if (error instanceof PaymentsRefused && error.status === 404) return [];
    throw error;
  }
}

/** Lists the cards of each customer in turn, because the provider lists payment methods only by customer. */
async function listCards(parts: Parts, run: Run): Promise<void> {
  const own = run.progress.kinds.payment_method;
  own.since ??= await nextRead(parts.db);
  for (;;) {
    const customers = await customersAfter(parts.db, own.last, askedAtOnce);
    if (customers.length === 0) return;
    const readSeq = await nextRead(parts.db);
    const cards = (await Promise.all(customers.map((customer) => cardsOf(parts, customer)))).flat();
    own.listed += cards.length;
    own.last = customers.at(-1) ?? own.last;
    await takePage(
      parts,
      run,
      'payment_method',
      cards.map((card) => snapshot('payment_method', card, readSeq)),
    );
  }
}

/** Reads one by one the objects that `some` returns, until it returns none: a read object is not returned again. */
async function readSingly(
  parts: Parts,
  run: Run,
  kind: ProviderKind,
  some: () => Promise<string[]>,
  missing = (id: string, readSeq: number) => missingSnapshot(kind, id, readSeq),
): Promise<void> {
  for (;;) {
    const ids = await some();
    if (ids.length === 0) return;
    const readSeq = await nextRead(parts.db);
    const found = await Promise.all(ids.map((id) => parts.payments.fetch(kind, id, 'background')));
    const page = found.map((object, place) => (object ? snapshot(kind, object, readSeq) : missing(ids[place]!, readSeq)));
    await takePage(parts, run, kind, page);
  }
}

const readMissingFromList = (parts: Parts, run: Run, kind: ProviderKind): Promise<void> =>
  readSingly(parts, run, kind, () => missingFromList(parts.db, kind, run.progress.kinds[kind].since ?? 0, askedAtOnce));

/** Reads customers who appear only in other objects: they existed once, even if the provider no longer returns them. */
async function readOrphanCustomers(parts: Parts, run: Run): Promise<void> {
  await readSingly(
    parts,
    run,
    'customer',
    () => orphanCustomers(parts.db, askedAtOnce),
    (id, readSeq) => snapshot('customer', { id, deleted: true }, readSeq),
  );
}

async function projectAll({ db, clock, settings }: Parts, { progress }: Run): Promise<void> {
  const goodDays = await settings('goodDaysAfterPeriodEnd');
  let last = '';
  for (;;) {
    const ids = await allCustomersAfter(db, last, projectAtOnce);
    if (ids.length === 0) return;
    await db.transaction().execute((tx) => projectCustomers(tx, ids, clock.now(), goodDays, progress.importing));
    last = ids.at(-1)!;
  }
}

async function runThrough(parts: Parts, fresh: boolean): Promise<ReconcileReport> {
  const began = performance.now();
  const run = await openRun(parts.db, fresh);
  for (const kind of listedKinds) {
    await listKind(parts, run, kind);
    // lists contain neither deleted customers nor objects that the provider has removed
    await readMissingFromList(parts, run, kind);
  }
  await readOrphanCustomers(parts, run);
  await listCards(parts, run);
  await readMissingFromList(parts, run, 'payment_method');
  await projectAll(parts, run);
  const report = {
    kinds: kindCounts(run.progress),
    examples: run.progress.examples,
    sharedCodes: await sharedCodes(parts.db),
    unworkedEvents: await countUnprocessed(parts.db),
    unknownEvents: await unknownEvents(parts.db),
    seconds: Math.round((performance.now() - began) / 100) / 10,
    continued: run.continued,
  };
  await finishRun(parts.db, run, report);
  return report;
}

/**
 * Reads everything at the provider into the mirror and updates what follows from it. May run during normal operation: older reads never
 * overwrite newer ones. A run killed less than a day ago is resumed unless `fresh`.
 * @throws Failure 409 `reconcile_running` while another process does it
 */
export async function reconcile(parts: Parts, { fresh = false } = {}): Promise<ReconcileReport> {
  const report = await withReconcileLock(parts.db, () => runThrough(parts, fresh));
  if (!report) throw new Failure(409, 'reconcile_running', 'Another reconcile is in progress. Wait until it finishes');
  return report;
}
