import type { z } from 'zod';
import type { salesByEmployee, SalesOrder, soldPlans } from '@washdesk/contracts/company/sales';
import { addDays, siteDate } from '@washdesk/rules/dates/dates';
import { sellersWithoutNumber } from '@washdesk/rules/plans/plan-sales';
import type { Principal } from '../../../common/caller.ts';
import { CsvFile, type CsvCell } from '../../../common/csv-file.ts';
import { badRequest } from '../../../common/failure.ts';
import { cursorOf, foreignCursor, pageOf, type PageCursor } from '../../../common/page-cursor.ts';
import { siteCells, type SiteCells } from '../../../db/named-sites.ts';
import type { Db } from '../../../db/pool.ts';
import { timeZoneOf } from '../../../db/site-zone.ts';
import type { Clock } from '../../../ports/clock.ts';
import {
  countSold,
  earlyReasons,
  giftsOfSellers,
  salesBySeller,
  soldRows,
  type RankedSales,
  type SalesPage,
  type SalesPeriod,
  type SoldRow,
  type SoldSearch,
} from './sales.store.ts';

type SalesQuery = z.output<typeof salesByEmployee.query>;
type SoldQuery = z.output<typeof soldPlans.query>;

const pageSize = 50;
/** Rows read at a time for a file. */
const filePart = 2_000;
/** Length of the default period. */
const usualDays = 90;

/** Plan sales by seller (docs/rules/company.md#sales-by-employee). */
export class PlanSalesService {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor({ db, clock }: { db: Db; clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /** @throws Failure 400 for an unknown site, a period that ends before it starts, or an invalid cursor */
  async byEmployee(query: SalesQuery, by: Principal): Promise<z.input<typeof salesByEmployee.response>> {
    const behind = offsetOf(query.page);
    const period = await this.#period(query, by);
    const [found, reasons, gifts] = await Promise.all([
      salesBySeller(this.#db, period, { ...orderOf(query), behind, most: pageSize + 1 }),
      earlyReasons(this.#db, period),
      giftsOfSellers(this.#db, period),
    ]);
    const { allSignUps = 0, allUpgrades = 0, allLeft = 0, sellers = 0 } = found[0] ?? {};
    return {
      from: period.from,
      to: period.to,
      rows: found.slice(0, pageSize).map(({ seller, name, signUps, upgrades, left }) => ({ seller, name, signUps, upgrades, left })),
      total: { signUps: allSignUps, upgrades: allUpgrades, left: allLeft },
      reasons,
      gifts,
      count: sellers,
      next_page: found.length > pageSize ? offsetPage(behind + pageSize) : null,
    };
  }

  /** @throws Failure as the list */
  async employeesFile(query: SalesQuery, by: Principal): Promise<CsvFile> {
    const period = await this.#period(query, by);
    const heads = ['Employee', 'Name', 'Sign-ups', 'Upgrades', 'Canceled early', 'Canceled early, %'];
    return new CsvFile('sales-by-employee.csv', heads, employeeCells(this.#db, period, orderOf(query)));
  }

  /** @throws Failure as the list of employees */
  async list(query: SoldQuery, by: Principal): Promise<z.input<typeof soldPlans.response>> {
    const after = cursorOf(query.page);
    const search = await this.#search(query, by);
    const [found, counted] = await Promise.all([soldRows(this.#db, search, after, pageSize + 1), countSold(this.#db, search)]);
    const { shown, nextPage } = pageOf(
      found.map((row) => ({ row, id: row.id, created: row.at })),
      pageSize,
    );
    return { rows: shown.map(({ row }) => viewSold(row)), ...counted, next_page: nextPage };
  }

  /** @throws Failure as the list of employees */
  async listFile(query: SoldQuery, by: Principal): Promise<CsvFile> {
    const search = await this.#search(query, by);
    const heads = [
      'Date',
      'Time',
      'Site',
      'Employee',
      'Name',
      'Customer',
      'Customer name',
      'Plate',
      'Plan',
      'Previous plan',
      'Canceled',
      'Reason',
    ];
    return new CsvFile(`sales-${search.list.toLowerCase()}.csv`, heads, soldCells(this.#db, search, await siteCells(this.#db)));
  }

  async #search(query: SoldQuery, by: Principal): Promise<SoldSearch> {
    return { ...(await this.#period(query, by)), list: query.list, seller: query.seller || null, reason: query.reason || null };
  }

  async #period({ from, to, site }: Partial<Pick<SalesQuery, 'from' | 'to' | 'site'>>, { site: own }: Principal): Promise<SalesPeriod> {
    const place = site ?? own;
    const zone = place === null ? 'UTC' : await timeZoneOf(this.#db, place);
    if (zone === null) throw badRequest('query.site', 'is no site of the company');
    const last = to ?? siteDate(this.#clock.now(), zone);
    const first = from ?? addDays(last, 1 - usualDays);
    if (first > last) throw badRequest('query.to', 'must not be before the first day');
    return { from: first, to: last, site: site ?? null };
  }
}

/** Most first by default; names in ascending order. */
function orderOf({ sort = 'signUps', order }: SalesQuery): { sort: SalesOrder; descending: boolean } {
  return { sort, descending: order === undefined ? sort !== 'name' : order === 'desc' };
}

const offsetForm = /^from-(?<offset>\d{1,7})$/;
const offsetPage = (offset: number): string => Buffer.from(`from-${offset}`).toString('base64url');

/** A page is an offset instead of a row, because an employee's position changes with every sale. */
function offsetOf(page: string | undefined): number {
  if (!page) return 0;
  const { offset } = offsetForm.exec(Buffer.from(page, 'base64url').toString())?.groups ?? {};
  if (offset === undefined) throw foreignCursor();
  return Number(offset);
}

const viewSold = ({ at, leftAt, ...row }: SoldRow) => ({ ...row, at: at.toISOString(), leftAt: leftAt?.toISOString() ?? null });

const sellerCells = (seller: string, name: string | null): CsvCell[] => {
  const shown = sellersWithoutNumber[seller];
  return shown === undefined ? [seller, name] : [null, shown];
};

async function* employeeCells(db: Db, period: SalesPeriod, order: Pick<SalesPage, 'sort' | 'descending'>): AsyncGenerator<CsvCell[]> {
  for (let behind = 0; ; behind += filePart) {
    const rows: RankedSales[] = await salesBySeller(db, period, { ...order, behind, most: filePart });
    for (const { seller, name, signUps, upgrades, left } of rows) {
      const rate = signUps === 0 ? null : Math.round((left / signUps) * 1_000) / 10;
      yield [...sellerCells(seller, name), signUps, upgrades, left, rate];
    }
    if (rows.length < filePart) return;
  }
}

async function* soldCells(db: Db, search: SoldSearch, cells: SiteCells): AsyncGenerator<CsvCell[]> {
  for (let after: PageCursor | null = null; ;) {
    const rows: SoldRow[] = await soldRows(db, search, after, filePart);
    for (const { at, site, seller, sellerName, customer, name, plate, plan, former, leftAt, reason } of rows) {
      const person = [customer, name, plate, plan, former];
      const sold = [cells.date(at, site), cells.time(at, site), cells.name(site)];
      yield [...sold, ...sellerCells(seller, sellerName), ...person, leftAt && cells.date(leftAt, site), reason];
    }
    const last = rows.at(-1);
    if (rows.length < filePart || !last) return;
    after = { created: last.at, id: last.id };
  }
}
