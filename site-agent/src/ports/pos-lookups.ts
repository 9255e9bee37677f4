import type { CommandPayload, CommandResult } from '@washdesk/site-protocol/commands';
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
} from '@washdesk/site-protocol/sitewatch';

export type SaleDetail = NonNullable<CommandResult<'sitewatch.sale'>['sale']>;
export type VehicleName = CommandResult<'sitewatch.makes'>['makes'][number];
export type VehicleModel = CommandResult<'sitewatch.models'>['models'][number];
export type CustomersPage = CommandPayload<'sitewatch.customers'>;
export type SoldItem = CommandResult<'sitewatch.top-sellers'>['items'][number];

/**
 * The queries to a point of sale. Money is integer cents. A list is bounded, so that its response fits into one message: names of vehicles,
 * sites, plans and codes at 1,500 rows, employees and terminals at 1,000, the lines of one sale and the codes of one customer at 100 each.
 * @throws PosUnavailable | PosTimedOut | PosRefused, and nothing else
 */
export interface PosLookups {
  /** Returns null if no employee has this number. */
  employee(number: number, signal: AbortSignal): Promise<SitewatchEmployee | null>;
  /** Returns employees by number, former ones last. */
  employees(signal: AbortSignal): Promise<SitewatchEmployee[]>;
  /** Returns the site's own active terminals, by name. */
  terminals(signal: AbortSignal): Promise<SitewatchTerminal[]>;
  /** Returns all sites in this database, by number. */
  sites(signal: AbortSignal): Promise<SitewatchSite[]>;

  /** Returns makes by name. */
  makes(signal: AbortSignal): Promise<VehicleName[]>;
  /** Returns models by name; those of one make, or all if `make` is null. */
  models(make: number | null, signal: AbortSignal): Promise<VehicleModel[]>;
  /** Returns colors by name. */
  colors(signal: AbortSignal): Promise<VehicleName[]>;

  /** Returns the unlimited clubs by name, including those no longer sold, without gift cards. */
  clubPlans(signal: AbortSignal): Promise<ClubPlan[]>;
  /**
   * Returns what this site sold most often since that day (ISO date), including redemptions, most sold first; voided sales do not count.
   */
  topSellers(since: string, most: number, signal: AbortSignal): Promise<SoldItem[]>;
  /** Returns every gift card with this code, oldest first. */
  giftCards(code: string, signal: AbortSignal): Promise<GiftCard[]>;

  /** Returns this site's sales with exactly this code, including voided ones, newest first. */
  sales(code: string, most: number, signal: AbortSignal): Promise<SitewatchSale[]>;
  /** Returns null if this site has no sale with that number. */
  sale(saleId: number, signal: AbortSignal): Promise<SaleDetail | null>;

  /** Returns null if no customer has exactly this code at this site. */
  customerByCode(code: string, signal: AbortSignal): Promise<SitewatchCustomer | null>;
  /** Returns all codes of the referenced customers, including disabled ones. */
  codes(who: SitewatchCustomerRef, signal: AbortSignal): Promise<SitewatchCode[]>;
  /** Returns the first `most` codes after this objid, of all customers, including disabled ones, by objid. */
  allCodes(after: number, most: number, signal: AbortSignal): Promise<SitewatchCode[]>;
  /** Returns a page of all customers by objid, each with its codes and running Stripe plans. */
  customers(page: CustomersPage, signal: AbortSignal): Promise<SitewatchCustomerRecord[]>;
  /** Returns the code with this objid; null if this database has none. */
  code(objid: number, signal: AbortSignal): Promise<SitewatchCode | null>;
  /** Returns discounts of the referenced customers, newest first, at most 200. */
  discounts(who: SitewatchCustomerRef, signal: AbortSignal): Promise<SitewatchDiscount[]>;
}
