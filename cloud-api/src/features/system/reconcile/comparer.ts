import type { Logger } from 'pino';
import type { CopyName, DifferenceKindName } from '@washdesk/rules/reconcile/difference-kinds';
import type { Db } from '../../../db/pool.ts';
import { ScreenRefused, type ComparedPlace, type Comparison } from '../../../mirror/compare/compared-copy.ts';
import { LoyaltyUnavailable } from '../../../ports/loyalty.ts';
import { PaymentsUnavailable } from '../../../ports/payments.ts';
import { minutesWaiting, requestReturned, storeCompared, storeResponse, storeWaiting } from './compared-systems.store.ts';
import {
  addSuspects,
  claimComparison,
  dueSuspects,
  hasSuspects,
  notSeenSince,
  removeSuspects,
  requestDue,
  saveComparison,
  siteNumbers,
  type ComparisonRow,
} from './comparisons.store.ts';
import { copyOf, kindsOf, type Copies } from './copies.ts';
import { storeFound } from './differences.store.ts';
import { currentStage, nextStage, readProgress, stagesOf, type Progress, type Stage } from './stages.ts';

/** Minutes between the end of a comparison of everything and the next. */
const everyMinutes = 60;
/** After a start, the process leaves Stripe to its users for this long. */
const quietMs = 10 * 60_000;
const atOnce = 4;
/** A site that could not be compared is tried again after this, once its agent is connected. */
const returnedMinutes = 15;
/** Between two attempts at a system that does not respond. */
const retrySeconds = 15;

/** `waiting`: for changes to arrive. `no-response`: the system is tried again. */
type Work = 'done' | 'more' | 'waiting' | 'no-response';

/** Returns why a system can't be compared now, as a sentence; null for another error. */
function unavailability(error: unknown): string | null {
  if (error instanceof ScreenRefused) return error.message;
  if (error instanceof PaymentsUnavailable) return 'Stripe does not respond';
  return error instanceof LoyaltyUnavailable ? 'The loyalty system does not respond' : null;
}

interface Parts {
  db: Db;
  copies: Copies;
  log: Logger;
  /** A change reaches the copy within this time, unless something is wrong. */
  settleSeconds: number;
}

/**
 * Compares the copies page by page (docs/decisions/0123-differences.md). The rows of a page that seem to differ become suspects; a
 * difference is stored only after both sides of the one customer were read again.
 */
export class Comparer {
  readonly #parts: Parts;
  readonly #started = performance.now();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** @returns 0 if there is nothing to do now */
  async round(): Promise<number> {
    const { db } = this.#parts;
    if (performance.now() - this.#started > quietMs) {
      await requestDue(db, everyMinutes);
      await requestReturned(db, returnedMinutes);
    }
    const run = await claimComparison(db);
    if (!run) return 0;
    const progress = readProgress(run.progress);
    const stages = stagesOf(this.#parts.copies, run.site, await siteNumbers(db));
    const stage = currentStage(stages, progress);
    const isDone = await this.#work(run, stage, progress);
    const next = isDone === 'done' ? nextStage(stages, stage) : stage;
    if (next !== stage) await this.#noteCompared(stage, next, progress);
    if (next !== stage) progress.cursor = null;
    progress.stage = next?.name ?? null;
    const pauseSeconds = isDone === 'no-response' ? retrySeconds : 0;
    await saveComparison(db, { id: run.id, progress }, { isFinished: next === null, pauseSeconds });
    return isDone === 'done' || isDone === 'more' ? 1 : 0;
  }

  /** All of a system was read with the last of its screens. */
  async #noteCompared(stage: Stage, next: Stage | null, { skipped }: Progress): Promise<void> {
    if (stage.kind !== 'screen' || (next?.kind === 'screen' && next.copy === stage.copy && next.site === stage.site)) return;
    const { copy, site } = stage;
    const isLeftOut = skipped.some((one) => one.site === site && one.copy === copy);
    if (!isLeftOut) await storeCompared(this.#parts.db, copy, site);
  }

  #work(run: ComparisonRow, stage: Stage, progress: Progress): Promise<Work> {
    if (stage.kind === 'confirm') return this.#confirm(run);
    return stage.kind === 'recheck' ? this.#recheck(run, progress) : this.#screen(run, stage, progress);
  }

  async #screen(run: ComparisonRow, stage: Stage & { kind: 'screen' }, progress: Progress): Promise<Work> {
    const { db, copies, log } = this.#parts;
    const { copy, screen: name, site } = stage;
    if (progress.skipped.some((skipped) => skipped.site === site && skipped.copy === copy)) return 'done';
    const screen = copies[copy].screens.find((one) => one.name === name)!;
    try {
      const { suspects, compared, next } = await screen.page(progress.cursor, site);
      await addSuspects(db, run.id, copy, site, suspects);
      progress.compared[name] = (progress.compared[name] ?? 0) + compared;
      progress.cursor = next;
      return next === null ? 'done' : 'more';
    } catch (error) {
      const reason = unavailability(error);
      if (reason === null) throw error;
      const minutes = await storeWaiting(db, copy, site, reason);
      // after an hour without a response, all others are compared again
      if (site === null && minutes < everyMinutes) return 'no-response';
      log.info({ site, system: copy, reason }, 'Not compared');
      progress.skipped.push({ copy, site, reason });
      return 'done';
    }
  }

  async #confirm({ id }: ComparisonRow): Promise<Work> {
    const { db, settleSeconds } = this.#parts;
    const suspects = await dueSuspects(db, id, settleSeconds, atOnce);
    const results = await Promise.all(
      suspects.map(async (suspect) => {
        const { copy, customer, site } = suspect;
        return { suspect, result: await this.compare(copy, { customer, site: site || null }) };
      }),
    );
    // a site is compared again as a whole, but for Stripe and the loyalty system the comparison waits
    const unread = results.filter(({ suspect, result }) => result.kind === 'unavailable' && suspect.site === 0);
    const isWaiting = unread.length > 0 && (await this.#isWorthWaiting(unread[0]!.suspect.copy));
    const done = isWaiting ? results.filter((one) => !unread.includes(one)) : results;
    await removeSuspects(
      db,
      id,
      done.map(({ suspect }) => suspect),
    );
    if (isWaiting) return 'no-response';
    if (suspects.length > 0) return 'more';
    return (await hasSuspects(db, id)) ? 'waiting' : 'done';
  }

  /** Whether a system without a response is still waited for. */
  async #isWorthWaiting(copy: CopyName): Promise<boolean> {
    return ((await minutesWaiting(this.#parts.db, copy)) ?? 0) < everyMinutes;
  }

  /** Compares again what was open and was not seen: it may no longer exist. */
  async #recheck({ started, site }: ComparisonRow, progress: Progress): Promise<Work> {
    const { db } = this.#parts;
    const rows = await notSeenSince(db, { since: started!, site, after: progress.cursor }, atOnce);
    const places = new Map(rows.map((row) => [`${row.customer} ${row.site} ${copyOf(row.kind as DifferenceKindName)}`, row]));
    await Promise.all([...places.values()].map((row) => this.compare(copyOf(row.kind as DifferenceKindName), row)));
    progress.cursor = rows.at(-1)?.id ?? null;
    return rows.length === 0 ? 'done' : 'more';
  }

  /** Compares one customer with one copy, and stores the result if it means something. */
  async compare(copy: CopyName, { customer, site }: ComparedPlace): Promise<Comparison> {
    const { db, copies } = this.#parts;
    const result = await copies[copy].compare({ customer, site });
    if (result.kind === 'compared')
      await db.transaction().execute((tx) => storeFound(tx, { customer, site }, kindsOf(copy), result.differences));
    if (result.kind === 'unavailable') await storeWaiting(db, copy, site, result.reason);
    if (result.kind === 'compared') await storeResponse(db, copy, site);
    return result;
  }
}
