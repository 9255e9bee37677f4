import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { NoticeFilter } from '@washdesk/contracts/billing/plans/increase-notice';
import type {
  changeIncrease,
  createIncrease,
  IncreaseMemberState,
  IncreaseState,
  PaidPrice,
  PriceIncrease,
  PriceIncreaseDetail,
} from '@washdesk/contracts/billing/plans/price-increase';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { formatDateUs } from '@washdesk/rules/dates/dates';
import { bulkIncreaseDates, dryRunDays, isDryRunOld, isNoticePossible, noticeDays } from '@washdesk/rules/plans/bulk-increase';
import { offeredPlan, type OfferedPlan, type PlanSettings } from '@washdesk/rules/plans/offered-plan';
import { increaseStart, isIncrease } from '@washdesk/rules/plans/plan-changes';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import { ownScope, type Principal } from '../../../common/caller.ts';
import type { CsvFile } from '../../../common/csv-file.ts';
import { badRequest, confirmMembers, Failure, notFound, keyReused } from '../../../common/failure.ts';
import { cursorOf, pageOf } from '../../../common/page-cursor.ts';
import type { Db } from '../../../db/pool.ts';
import { allPrices } from '../../../mirror/reads/catalogue.store.ts';
import type { Clock } from '../../../ports/clock.ts';
import { countsByPrice } from './chosen-members.store.ts';
import { readChoice, type IncreaseChoice } from './increase-choice.ts';
import { increaseFile } from './increase-file.ts';
import { hasMembersIn, memberCounts, membersOf, planAgain, type MembersRequest } from './increase-members.store.ts';
import { encodeMember, memberCursor, nameIn, viewIncrease, viewMember } from './increase-views.ts';
import { tellBy } from './notices/notices.service.ts';
import { isLate, isNoticeIn } from './notices/notices.store.ts';
import { discardQueued } from './notices/stop-notices.ts';
import { increaseAsked, increaseById, increasesBehind, insertIncrease, moveTo, type IncreaseRow } from './price-increases.store.ts';

type Created = z.output<typeof createIncrease.body>;
type Target = z.output<typeof changeIncrease.body>['state'];

interface MemberFilter {
  state?: IncreaseMemberState | undefined;
  notice?: NoticeFilter | undefined;
}

interface Options {
  db: Db;
  clock: Clock;
  planSettings: () => Promise<PlanSettings>;
}

const pageSize = 50;

/** The states from which each state can be requested, and the change's name in the audit. */
const moves: Readonly<Record<Target, { from: readonly IncreaseState[]; action: (from: IncreaseState) => string }>> = {
  checking: { from: ['draft', 'checked'], action: () => 'bulk-increase.check-started' },
  draft: { from: ['checking'], action: () => 'bulk-increase.check-stopped' },
  running: { from: ['checked', 'paused'], action: (from) => (from === 'paused' ? 'bulk-increase.resumed' : 'bulk-increase.run') },
  paused: { from: ['running'], action: () => 'bulk-increase.paused' },
  undoing: { from: ['paused', 'done'], action: () => 'bulk-increase.undo-started' },
  discarded: { from: ['choosing', 'draft', 'checked'], action: () => 'bulk-increase.discarded' },
};

/** The members whose price a change of state changes. */
const touches: Readonly<Partial<Record<Target, { state: IncreaseMemberState; act: string }>>> = {
  running: { state: 'checked', act: 'get a higher price' },
  undoing: { state: 'scheduled', act: 'keep their current price' },
};

const stateWords: Readonly<Record<IncreaseState, string>> = {
  choosing: 'Members are being selected',
  draft: 'This increase hasn’t been checked yet',
  checking: 'This increase is being checked',
  checked: 'This increase was already checked',
  running: 'This increase is running',
  paused: 'This increase is paused',
  done: 'This increase is done',
  undoing: 'This increase is being undone',
  undone: 'This increase was undone',
  discarded: 'This increase was discarded',
};

/** Bulk price increases (docs/rules/billing.md#bulk-price-increases): creates them, reports progress, starts and stops them. */
export class PriceIncreasesService {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  async list(page: string | undefined): Promise<{ increases: PriceIncrease[]; next_page: string | null }> {
    const rows = await increasesBehind(this.#options.db, cursorOf(page), pageSize + 1);
    const { shown, nextPage } = pageOf(rows, pageSize);
    return { increases: shown.map(viewIncrease), next_page: nextPage };
  }

  /** Returns the prices members pay and what each may rise to. */
  async offers(): Promise<{ prices: PaidPrice[]; dates: string[] }> {
    const { db, clock } = this.#options;
    const [plans, counts] = await Promise.all([this.plans(), countsByPrice(db)]);
    const all = [...plans.values()];
    const prices = all
      .filter(({ price }) => counts.has(price))
      .map((plan) => ({
        ...offered(plan),
        site: plan.site,
        productClass: plan.productClass,
        members: counts.get(plan.price) ?? 0,
        targets: all
          .filter((to) => isIncrease(plan, to))
          .toSorted((a, b) => a.amount - b.amount)
          .map(offered),
      }));
    return { prices: prices.toSorted(bySiteAndPlan), dates: bulkIncreaseDates(clock.now()) };
  }

  /** @throws Failure 400 `invalid_request` for the date, 404 `price_not_found`, 409 `not_an_increase`, 422 `key_reused` */
  async create(request: Created, by: Principal, key: string): Promise<PriceIncrease> {
    const { db, clock } = this.#options;
    const asked = `${ownScope(by)} ${key}`;
    const { name, effectiveDate: effective, prices } = request;
    const choice: IncreaseChoice = {
      v: 1,
      prices,
      signedUpFrom: request.signedUpFrom ?? null,
      signedUpBefore: request.signedUpBefore ?? null,
    };
    const known = await increaseAsked(db, asked);
    if (known) return sameAs(known, { name, effective, choice });
    const created = clock.now();
    refuseDate(effective, created);
    await this.#refusePrices(prices);
    const id = uuidv7();
    await db.transaction().execute(async (tx) => {
      if (!(await insertIncrease(tx, { id, name, created, createdBy: by.name, asked, choice, effective }))) return;
      const after = { name, effective, ...choice };
      await writeAudit(tx, { ...auditBy(by), action: 'bulk-increase.created', subject: subjectOf(id), after, at: created });
    });
    // the same request may arrive twice at once
    const made = await increaseAsked(db, asked);
    if (!made) throw new Error('Bulk increase not found after insert');
    return sameAs(made, { name, effective, choice });
  }

  /** @throws Failure 404 `increase_not_found` */
  async detail(id: string): Promise<PriceIncreaseDetail> {
    const row = await this.#row(id);
    const [plans, counts] = await Promise.all([this.plans(), memberCounts(this.#options.db, id)]);
    const { prices, signedUpFrom, signedUpBefore } = readChoice(row.choice);
    return {
      ...viewIncrease(row),
      prices: prices.flatMap(({ from, to }) => {
        const [old, later] = [plans.get(from), plans.get(to)];
        return old && later ? [{ from, to, plan: old.name, site: old.site, oldAmount: old.amount, newAmount: later.amount }] : [];
      }),
      signedUpFrom,
      signedUpBefore,
      runBy: nameIn(row.runBy),
      undoneBy: nameIn(row.undoneBy),
      checked: row.checked?.toISOString() ?? null,
      counts,
    };
  }

  /** @throws Failure 404 `increase_not_found` */
  async members(id: string, { page, ...filter }: MemberFilter & { page?: string | undefined }) {
    const request = { increase: id, ...(await this.#filterOf(id, filter)), behind: memberCursor(page), most: pageSize + 1 };
    const [plans, rows] = await Promise.all([this.plans(), membersOf(this.#options.db, request)]);
    const shown = rows.slice(0, pageSize);
    const last = shown.at(-1);
    return { members: shown.map((row) => viewMember(row, plans)), next_page: rows.length > pageSize && last ? encodeMember(last) : null };
  }

  /** Returns all matching members. @throws Failure 404 `increase_not_found` */
  async file(id: string, filter: MemberFilter): Promise<CsvFile> {
    const { name } = await this.#row(id);
    const [plans, chosen] = await Promise.all([this.plans(), this.#filterOf(id, filter)]);
    return increaseFile(this.#options.db, name, { increase: id, ...chosen }, plans);
  }

  async #filterOf(id: string, filter: MemberFilter): Promise<Pick<MembersRequest, 'state' | 'notice'>> {
    const row = await this.#row(id);
    const state = filter.state ?? null;
    const { notice } = filter;
    if (notice === undefined) return { state, notice: null };
    return { state, notice: notice === 'late' ? isLate(tellBy(row), this.#options.clock.now()) : isNoticeIn(notice) };
  }

  /**
   * @param confirmed how many members the user confirmed
   * @throws Failure 404 `increase_not_found`, 409 `wrong_state`, `too_late`, `dry_run_old`, `nobody_left`, `confirm_members`
   */
  async change(id: string, to: Target, by: Principal, confirmed?: number): Promise<PriceIncrease> {
    const { db, clock } = this.#options;
    const found = await this.#row(id);
    if (found.state === to) return viewIncrease(found);
    const { from, action } = moves[to];
    if (!from.includes(found.state)) throw wrongState(found.state);
    const at = clock.now();
    refuseLate(found, to, at);
    if (found.state === 'checked' && to === 'running') {
      refuseOldCheck(found, at);
      if (!(await hasMembersIn(db, id, ['checked'])))
        throw new Failure(409, 'nobody_left', 'No prices would increase. All members are skipped');
    }
    await this.#refuseUnconfirmed(id, to, confirmed);
    const { session: _, ...actor } = by;
    const moved = await db.transaction().execute(async (tx) => {
      const started = { ...(to === 'running' && { runBy: actor }), ...(to === 'undoing' && { undoneBy: actor }) };
      const row = await moveTo(tx, id, { from: [found.state], to, ...started });
      if (row && found.state === 'checked' && to === 'checking') await planAgain(tx, id);
      if (row && (to === 'paused' || to === 'undoing')) await discardQueued(tx, id);
      if (row)
        await writeAudit(tx, {
          ...auditBy(by),
          action: action(found.state),
          subject: subjectOf(id),
          before: { state: found.state },
          after: { state: to },
          at,
        });
      return row;
    });
    // another caller, or the end of the work, was faster
    return moved ? viewIncrease(moved) : this.change(id, to, by, confirmed);
  }

  /** A run and an undo change what many pay: the user types how many. */
  async #refuseUnconfirmed(id: string, to: Target, confirmed: number | undefined): Promise<void> {
    const touched = touches[to];
    if (!touched) return;
    const counts = await memberCounts(this.#options.db, id);
    const members = counts.filter(({ state }) => state === touched.state).reduce((sum, one) => sum + one.members, 0);
    if (members > 0 && confirmed !== members) throw confirmMembers(members, touched.act);
  }

  async #row(id: string): Promise<IncreaseRow> {
    const row = await increaseById(this.#options.db, id);
    if (!row) throw notFound('increase_not_found', 'Price increase not found');
    return row;
  }

  /** Returns the plans by price id. */
  async plans(): Promise<ReadonlyMap<string, OfferedPlan>> {
    const [all, settings] = await Promise.all([allPrices(this.#options.db), this.#options.planSettings()]);
    return new Map(all.map(({ price, product }) => [price.id, offeredPlan(price, product, settings)]));
  }

  async #refusePrices(prices: Created['prices']): Promise<void> {
    const plans = await this.plans();
    for (const { from, to } of prices) {
      const [old, later] = [plans.get(from), plans.get(to)];
      if (!old || !later) throw notFound('price_not_found', 'Price not found');
      if (!isIncrease(old, later))
        throw new Failure(
          409,
          'not_an_increase',
          `${later.name} at ${centsToDollars(later.amount)} isn’t a higher price for ${old.name} at ${centsToDollars(old.amount)} at the same location`,
        );
    }
  }
}

function refuseDate(date: string, now: Date): void {
  if (!bulkIncreaseDates(now).includes(date))
    throw badRequest('body.effectiveDate', `must be the 1st of one of the next 6 months, at least ${noticeDays} days from now`);
}

/** Rejects a new price without enough notice, and the undo of one in force. */
function refuseLate({ effective }: IncreaseRow, to: Target, now: Date): void {
  const start = increaseStart(effective, now);
  if (to === 'running' && !(start && isNoticePossible(start, now)))
    throw new Failure(
      409,
      'too_late',
      `${formatDateUs(effective)} is less than ${noticeDays} days away. Members can’t be notified in time`,
    );
  if (to === 'undoing' && new Date(`${effective}T10:00:00Z`) <= now)
    throw new Failure(409, 'too_late', 'The new prices are already in effect. Change them one by one');
}

function refuseOldCheck({ checked }: IncreaseRow, now: Date): void {
  if (checked === null || isDryRunOld(checked, now))
    throw new Failure(409, 'dry_run_old', `The dry run is more than ${dryRunDays} days old. Run it again`);
}

const wrongState = (state: IncreaseState): Failure =>
  new Failure(409, 'wrong_state', `${stateWords[state]}, so this can’t be done now`, { details: { state } });

function sameAs(row: IncreaseRow, { name, effective, choice }: { name: string; effective: string; choice: IncreaseChoice }): PriceIncrease {
  const isSame = row.name === name && row.effective === effective && JSON.stringify(readChoice(row.choice)) === JSON.stringify(choice);
  if (!isSame) throw keyReused();
  return viewIncrease(row);
}

const subjectOf = (id: string): string => `bulk-increase:${id}`;

const offered = ({ price, amount, name }: OfferedPlan) => ({ price, amount, plan: name });

const bySiteAndPlan = (a: PaidPrice, b: PaidPrice): number =>
  (a.site ?? 0) - (b.site ?? 0) || a.productClass.localeCompare(b.productClass) || a.amount - b.amount;
