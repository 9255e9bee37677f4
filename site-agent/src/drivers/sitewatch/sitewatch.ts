import { wallClock } from '@washdesk/rules/dates/wall-clock';
import { commands, type CommandPayload, type CommandResult } from '@washdesk/site-protocol/commands';
import type {
  ClubPlan,
  GiftCard,
  SitewatchCode,
  SitewatchCustomer,
  SitewatchCustomerRecord,
  SitewatchDiscount,
  SitewatchEmployee,
  SitewatchSale,
  SitewatchSite,
  SitewatchTerminal,
  SitewatchCustomerRef,
  UsageRecord,
} from '@washdesk/site-protocol/sitewatch';
import type { Clock } from '../../ports/clock.ts';
import type { DeviceHealth, HealthListener, Unsubscribe } from '../../ports/device.ts';
import type { PosDatabase } from '../../ports/pos-database.ts';
import type { CustomersPage, SaleDetail, SoldItem, VehicleModel, VehicleName } from '../../ports/pos-lookups.ts';
import type { SalesCursor, SalesBatch } from '../../ports/pos-sales.ts';
import type { PosWrite, WriteResult } from '../../ports/pos-writes.ts';
import { commandExists, newestCommandAt, writeOnce } from './command-table.ts';
import type { SitewatchConfig } from './config.ts';
import { listClubPlans, listTopSellers } from './lookups/catalogue.ts';
import { codesAfter, findCode, listCodes } from './lookups/customer-codes.ts';
import { findCustomer } from './lookups/customer.ts';
import { listCustomers } from './lookups/customers.ts';
import { listDiscounts } from './lookups/discounts.ts';
import { listGiftCards } from './lookups/gift-cards.ts';
import { findSale, listSales } from './lookups/sales.ts';
import { findEmployee, listEmployees, listSites, listTerminals } from './lookups/site.ts';
import { listColors, listMakes, listModels } from './lookups/vehicles.ts';
import { NewSales } from './sales/new-sales.ts';
import { lastSaleBefore } from './sales/polling.ts';
import { SitewatchServer } from './sitewatch-server.ts';
import { insertUsageSale } from './writes/usage-sale.ts';
import { replies, writes } from './writes/writes.ts';

const recordedSale = commands['sitewatch.record-usage'].reply.omit({ repeated: true });

/** Sitewatch on its Firebird server; its queries are in lookups/ and writes/. */
export class Sitewatch implements PosDatabase {
  readonly #site: number;
  readonly #timeZone: string;
  readonly #server: SitewatchServer;
  readonly #clock: Clock;
  readonly #newSales: NewSales;
  #lastWrite: string | null = null;

  /** @param timeZone the site's IANA name */
  constructor(site: number, timeZone: string, config: SitewatchConfig, clock: Clock) {
    this.#site = site;
    this.#timeZone = timeZone;
    this.#server = new SitewatchServer(config);
    this.#clock = clock;
    this.#newSales = new NewSales(site);
  }

  start(): void {
    this.#server.start();
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }

  health(): DeviceHealth {
    return this.#server.health();
  }

  onHealth(listener: HealthListener): Unsubscribe {
    return this.#server.onHealth(listener);
  }

  employee(number: number, signal: AbortSignal): Promise<SitewatchEmployee | null> {
    return this.#server.lookUp(signal, (on) => findEmployee(on, number, signal));
  }

  employees(signal: AbortSignal): Promise<SitewatchEmployee[]> {
    return this.#server.lookUp(signal, (on) => listEmployees(on, signal));
  }

  terminals(signal: AbortSignal): Promise<SitewatchTerminal[]> {
    return this.#server.lookUp(signal, (on) => listTerminals(on, this.#site, signal));
  }

  sites(signal: AbortSignal): Promise<SitewatchSite[]> {
    return this.#server.lookUp(signal, (on) => listSites(on, signal));
  }

  makes(signal: AbortSignal): Promise<VehicleName[]> {
    return this.#server.lookUp(signal, (on) => listMakes(on, signal));
  }

  models(make: number | null, signal: AbortSignal): Promise<VehicleModel[]> {
    return this.#server.lookUp(signal, (on) => listModels(on, make, signal));
  }

  colors(signal: AbortSignal): Promise<VehicleName[]> {
    return this.#server.lookUp(signal, (on) => listColors(on, signal));
  }

  clubPlans(signal: AbortSignal): Promise<ClubPlan[]> {
    return this.#server.lookUp(signal, (on) => listClubPlans(on, signal));
  }

  topSellers(since: string, most: number, signal: AbortSignal): Promise<SoldItem[]> {
    return this.#server.lookUp(signal, (on) => listTopSellers(on, this.#site, since, most, signal));
  }

  giftCards(code: string, signal: AbortSignal): Promise<GiftCard[]> {
    return this.#server.lookUp(signal, (on) => listGiftCards(on, code, signal));
  }

  sales(code: string, most: number, signal: AbortSignal): Promise<SitewatchSale[]> {
    return this.#server.lookUp(signal, (on) => listSales(on, this.#site, code, most, signal));
  }

  sale(saleId: number, signal: AbortSignal): Promise<SaleDetail | null> {
    return this.#server.lookUp(signal, (on) => findSale(on, this.#site, saleId, signal));
  }

  customerByCode(code: string, signal: AbortSignal): Promise<SitewatchCustomer | null> {
    return this.#server.lookUp(signal, (on) => findCustomer(on, code, signal));
  }

  allCodes(after: number, most: number, signal: AbortSignal): Promise<SitewatchCode[]> {
    return this.#server.lookUp(signal, (on) => codesAfter(on, after, most, signal));
  }

  customers(page: CustomersPage, signal: AbortSignal): Promise<SitewatchCustomerRecord[]> {
    return this.#server.lookUp(signal, (on) => listCustomers(on, page, signal));
  }

  codes(who: SitewatchCustomerRef, signal: AbortSignal): Promise<SitewatchCode[]> {
    return this.#server.lookUp(signal, (on) => listCodes(on, who, signal));
  }

  code(objid: number, signal: AbortSignal): Promise<SitewatchCode | null> {
    return this.#server.lookUp(signal, (on) => findCode(on, objid, signal));
  }

  discounts(who: SitewatchCustomerRef, signal: AbortSignal): Promise<SitewatchDiscount[]> {
    return this.#server.lookUp(signal, (on) => listDiscounts(on, who, signal));
  }

  takeSales(cursor: SalesCursor | null, store: (taken: SalesBatch) => void, signal: AbortSignal): Promise<boolean> {
    return this.#server.read(signal, (database) => this.#newSales.take(database, cursor, store, signal));
  }

  get lastWrite(): string | null {
    return this.#lastWrite;
  }

  hasWrite(id: string, signal: AbortSignal): Promise<boolean> {
    return this.#server.read(signal, (database) => commandExists(database, id, signal));
  }

  newestWriteAt(signal: AbortSignal): Promise<string | null> {
    return this.#server.read(signal, (database) => newestCommandAt(database, signal));
  }

  lastSaleBefore(at: string, signal: AbortSignal): Promise<number> {
    return this.#server.read(signal, (database) => lastSaleBefore(database, at, signal));
  }

  async recordUsage(usage: UsageRecord, signal: AbortSignal): Promise<CommandResult<'sitewatch.record-usage'>> {
    const at = wallClock(new Date(usage.at), this.#timeZone);
    const { result, repeated } = await this.#server.write(signal, (database) =>
      writeOnce(database, {
        id: usage.usageId,
        result: recordedSale,
        at,
        write: (transaction) => insertUsageSale({ transaction, site: this.#site, at, signal }, usage),
        signal,
      }),
    );
    this.#lastWrite = usage.usageId;
    return { ...result, repeated };
  }

  async write<N extends PosWrite>(
    name: N,
    id: string,
    payload: CommandPayload<N>,
    signal: AbortSignal,
  ): Promise<WriteResult<CommandResult<N>>> {
    const at = wallClock(this.#clock.now(), this.#timeZone);
    const written = await this.#server.write(signal, (database) =>
      writeOnce(database, {
        id,
        result: replies[name].reply,
        at,
        write: (transaction) => writes[name]({ transaction, site: this.#site, at, signal }, payload),
        signal,
      }),
    );
    this.#lastWrite = id;
    return written;
  }
}
