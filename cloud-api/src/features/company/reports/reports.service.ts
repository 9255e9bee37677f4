import { mostActiveCodes } from '@washdesk/rules/codes/active-codes';
import { CsvFile } from '../../../common/csv-file.ts';
import { Failure } from '../../../common/failure.ts';
import { cursorOf, foreignCursor, pageOf } from '../../../common/page-cursor.ts';
import { siteCells } from '../../../db/named-sites.ts';
import type { Db } from '../../../db/pool.ts';
import {
  activeCodesOf,
  attemptsByDay,
  changedAmounts,
  changedAmountsTotal,
  codeCopies,
  codesDistribution,
  countDays,
  manyCodes,
  type ManyCodes,
  type ManyCodesCursor,
} from './reports.store.ts';

const pageSize = 50;
/** Rows read at a time for a file. */
const filePart = 2_000;

export interface ReportQuery {
  page?: string | undefined;
  least?: number | undefined;
}

const cursorForm = /^(?<count>\d{1,6})~(?<customer>[\w-]{1,80})$/;
const dayForm = /^\d{4}-\d\d-\d\d$/;

const encode = (text: string): string => Buffer.from(text).toString('base64url');
const decode = (page: string): string => Buffer.from(page, 'base64url').toString();

const cursorBehind = ({ customer, count }: ManyCodes): ManyCodesCursor => ({ count, customer });

function manyCodesCursor(page: string | undefined): ManyCodesCursor | null {
  if (!page) return null;
  const { count, customer } = cursorForm.exec(decode(page))?.groups ?? {};
  if (!count || !customer) throw foreignCursor();
  return { count: Number(count), customer };
}

function dayCursor(page: string | undefined): string | null {
  if (!page) return null;
  const day = decode(page);
  if (!dayForm.test(day) || Number.isNaN(Date.parse(day))) throw foreignCursor();
  return day;
}

/** The office's reports, and the list of customers with many codes (docs/rules/company.md#reports). */
export class ReportsService {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** @throws Failure 404 `report_not_found` */
  report(id: number, query: ReportQuery) {
    if (id === 1) return this.#manyCodes(query);
    if (id === 2) return this.#onlineAttempts(query);
    if (id === 3) return this.#changedAmounts(query);
    throw unknownReport();
  }

  /** @throws Failure 404 `report_not_found` */
  file(id: number, { least }: ReportQuery): CsvFile {
    if (id === 1) {
      return new CsvFile('customers-with-many-codes.csv', ['Customer', 'Name', 'Active codes'], this.#allManyCodes(leastOr(least)));
    }
    if (id === 2) return new CsvFile('online-sign-up-attempts.csv', ['Date', 'Attempts'], this.#allAttempts());
    const heads = ['Date', 'Time', 'Site', 'Employee', 'Sale', 'Sale amount', 'Charged', 'Reason', 'Charge'];
    if (id === 3) return new CsvFile('changed-amounts.csv', heads, this.#allChangedAmounts());
    throw unknownReport();
  }

  async multiActiveCodes(query: ReportQuery) {
    const sites = await this.#sites();
    const { shown, nextPage } = await this.#page(query);
    const [codes, { count }] = await Promise.all([
      activeCodesOf(
        this.#db,
        shown.map(({ customer }) => customer),
      ),
      this.#counts(leastOr(query.least)),
    ]);
    return { customers: shown.map((row) => ({ ...row, codes: codes.get(row.customer) ?? [] })), sites, count, next_page: nextPage };
  }

  async #manyCodes(query: ReportQuery) {
    const sites = await this.#sites();
    const [{ shown, nextPage }, counts] = await Promise.all([this.#page(query), this.#counts(leastOr(query.least))]);
    return { id: 1 as const, rows: shown, ...counts, sites, next_page: nextPage };
  }

  /** Returns when each site's codes were last copied. Read before the rows, which may be newer than reported, never older. */
  async #sites() {
    const copies = await codeCopies(this.#db);
    return copies.map(({ site, name, taken }) => ({ site, name, at: taken?.toISOString() ?? null }));
  }

  async #counts(least: number) {
    const distribution = await codesDistribution(this.#db);
    const counted = distribution.filter(({ codes }) => codes >= least);
    return { distribution, count: counted.reduce((sum, { customers }) => sum + customers, 0) };
  }

  async #page({ page, least }: ReportQuery) {
    const rows = await manyCodes(this.#db, leastOr(least), manyCodesCursor(page), pageSize + 1);
    const shown = rows.slice(0, pageSize);
    const last = shown.at(-1);
    return { shown, nextPage: rows.length > pageSize && last ? encode(`${last.count}~${last.customer}`) : null };
  }

  async #onlineAttempts({ page }: ReportQuery) {
    const [rows, count] = await Promise.all([attemptsByDay(this.#db, dayCursor(page), pageSize + 1), countDays(this.#db)]);
    const shown = rows.slice(0, pageSize);
    const last = shown.at(-1);
    return { id: 2 as const, rows: shown, count, next_page: rows.length > pageSize && last ? encode(last.date) : null };
  }

  async #changedAmounts({ page }: ReportQuery) {
    const [rows, { count, ...total }] = await Promise.all([
      changedAmounts(this.#db, cursorOf(page), pageSize + 1),
      changedAmountsTotal(this.#db),
    ]);
    const { shown, nextPage } = pageOf(rows, pageSize);
    const views = shown.map(({ id: charge, created, ...row }) => ({ charge, at: created.toISOString(), ...row }));
    return { id: 3 as const, rows: views, total, count, next_page: nextPage };
  }

  async *#allChangedAmounts() {
    const cells = await siteCells(this.#db);
    for (let rows = await changedAmounts(this.#db, null, filePart); ;) {
      for (const { id, created, site, employee, sale, original, charged, reason } of rows) {
        const at = [cells.date(created, site), cells.time(created, site), cells.name(site)];
        yield [...at, employee, sale, original / 100, charged / 100, reason, id];
      }
      const last = rows.at(-1);
      if (rows.length < filePart || !last) return;
      rows = await changedAmounts(this.#db, last, filePart);
    }
  }

  async *#allManyCodes(least: number) {
    for (let rows = await manyCodes(this.#db, least, null, filePart); ;) {
      for (const { customer, name, count } of rows) yield [customer, name, count];
      const last = rows.at(-1);
      if (rows.length < filePart || !last) return;
      rows = await manyCodes(this.#db, least, cursorBehind(last), filePart);
    }
  }

  async *#allAttempts() {
    for (let rows = await attemptsByDay(this.#db, null, filePart); ;) {
      for (const { date, count } of rows) yield [date, count];
      const last = rows.at(-1);
      if (rows.length < filePart || !last) return;
      rows = await attemptsByDay(this.#db, last.date, filePart);
    }
  }
}

const leastOr = (least: number | undefined): number => least ?? mostActiveCodes + 1;

const unknownReport = (): Failure => new Failure(404, 'report_not_found', 'Report not found');
