import type { z } from 'zod';
import type { Charge, searchCharges } from '@washdesk/contracts/billing/charge';
import { isCountedDispute } from '@washdesk/rules/billing/disputes';
import { disputeKeys } from '@washdesk/rules/company/metadata-keys';
import type { SiteMapping } from '@washdesk/rules/company/sites';
import { siteDate } from '@washdesk/rules/dates/dates';
import { requireRight, type Principal, siteOf } from '../../../common/caller.ts';
import { badRequest } from '../../../common/failure.ts';
import { cursorOf, pageOf, type PageCursor } from '../../../common/page-cursor.ts';
import type { Db } from '../../../db/pool.ts';
import { timeZoneOf } from '../../../db/site-zone.ts';
import { knownSite } from '../../../documents/known-site.ts';
import { viewCharges } from '../../../mirror/reads/charge-view.store.ts';
import { knownCustomer } from '../../../mirror/reads/live-customer.ts';
import type { ReadFreshCustomer } from '../../../mirror/reads/read-fresh-customer.ts';
import type { Clock } from '../../../ports/clock.ts';
import { countCharges, countChargesOf, disputesOf, employeesOnCharges, findCharges, type ChargeSearch } from './charges.store.ts';

type SearchFields = z.output<typeof searchCharges.body>;

/** Page size of charge searches. */
const pageSize = 30;
/** Page size of a customer's charges: each row is a separate disk read. */
const customerPageSize = 100;

interface Options {
  db: Db;
  clock: Clock;
  refresh: ReadFreshCustomer;
  mapping: () => Promise<SiteMapping>;
}

/** Charges from the mirror: company-wide search, and all charges of a customer. */
export class ChargesService {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** @throws Failure 400 for a foreign cursor, 400 `invalid_site`, 403 for fields beyond the caller's roles, 409 `no_location` for a day at no site */
  async search(principal: Principal, fields: SearchFields, page: string | undefined) {
    const after = cursorOf(page);
    if (fields.fingerprint || fields.employeename) requireRight(principal, 'SalesManager');
    const search = await this.#searchOf(principal, fields);
    const { db } = this.#options;
    const [rows, counted] = await Promise.all([findCharges(db, search, after, pageSize), countCharges(db, search)]);
    const { shown, nextPage } = pageOf(rows, pageSize);
    const ids = shown.map(({ id }) => id);
    return { results: await viewCharges(db, ids), ...counted, next_page: nextPage };
  }

  /** @throws Failure 400 for a foreign cursor, 404 `customer_not_found` */
  async ofCustomer(customer: string, { fresh, page }: { fresh: boolean; page: string | undefined }) {
    const { db, clock, refresh } = this.#options;
    const after = cursorOf(page);
    const age = fresh ? await refresh(customer) : null;
    await knownCustomer(db, customer);
    const [rows, count, disputes] = await Promise.all([
      findCharges(db, { customer }, after, customerPageSize),
      countChargesOf(db, customer),
      disputesOf(db, customer),
    ]);
    const { shown, nextPage } = pageOf(rows, customerPageSize);
    const today = siteDate(clock.now(), 'UTC');
    const counted = disputes.filter(({ created, status, metadata }) =>
      isCountedDispute({ created, status, feesCollected: metadata[disputeKeys.feesCollected] === 'true' }, today),
    );
    return {
      charges: await viewPage(db, customer, shown),
      count,
      next_page: nextPage,
      disputes_counted: counted.length,
      ...(age && { at: age.at.toISOString(), stale: age.stale }),
    };
  }

  async #searchOf(principal: Principal, { date, site: asked, employeename, ...fields }: SearchFields): Promise<ChargeSearch> {
    const { db, mapping } = this.#options;
    const site = asked === undefined ? undefined : await knownSite(db, asked, await mapping());
    const search = { ...fields, site, ...(employeename && { employees: await employeesOnCharges(db, employeename) }) };
    if (date === undefined) return search;
    const timeZone = await timeZoneOf(db, site ?? siteOf(principal));
    if (timeZone === null) throw badRequest('body.site', 'is no site of the company');
    return { ...search, day: { date, timeZone } };
  }
}

async function viewPage(db: Db, customer: string, shown: readonly PageCursor[]): Promise<Charge[]> {
  const [newest, oldest] = [shown[0], shown.at(-1)];
  if (!newest || !oldest) return [];
  return viewCharges(
    db,
    shown.map(({ id }) => id),
    { customer, from: oldest.created, until: new Date(newest.created.getTime() + 1) },
  );
}
