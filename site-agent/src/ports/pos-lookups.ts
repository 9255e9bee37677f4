import type { CommandResult } from '@washdesk/site-protocol/commands';
import type {
  ClubPlan,
  GiftCard,
  SitewatchCode,
  SitewatchCustomer,
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
export type SoldItem = CommandResult<'sitewatch.top-sellers'>['items'][number];

/**
 * What may be asked of a point of sale. Money is integer cents. A list is bounded, so that its answer fits on the wire: names of
 * vehicles, sites, plans and codes at 1,500 rows, employees and terminals at 1,000, the lines of one sale and the codes of one customer at 100 each.
 * @throws PosUnavailable | PosTimedOut | PosRefused, and nothing else
 */
export interface PosLookups {
  /** Null: no employee has this number. */
  employee(number: number, signal: AbortSignal): Promise<SitewatchEmployee | null>;
  /** Employees by number, former ones behind all others. */
  employees(signal: AbortSignal): Promise<SitewatchEmployee[]>;
  /** The site's own active terminals, by name. */
  terminals(signal: AbortSignal): Promise<SitewatchTerminal[]>;
  /** All sites that this database knows, by number. */
  sites(signal: AbortSignal): Promise<SitewatchSite[]>;

  /** Makes by name. */
  makes(signal: AbortSignal): Promise<VehicleName[]>;
  /** Models by name; those of one make, or all where `make` is null. */
  models(make: number | null, signal: AbortSignal): Promise<VehicleModel[]>;
  /** Colors by name. */
  colors(signal: AbortSignal): Promise<VehicleName[]>;

  /** The unlimited clubs by name, including those no longer sold; gift cards are none. */
  clubPlans(signal: AbortSignal): Promise<ClubPlan[]>;
  /** What this site sold most often since that day (ISO date), redemptions included, the most sold first; voided sales are not counted. */
  topSellers(since: string, most: number, signal: AbortSignal): Promise<SoldItem[]>;
  /** Every gift card on this code, the oldest first. */
  giftCards(code: string, signal: AbortSignal): Promise<GiftCard[]>;

  /** This site's sales under exactly this code, voided ones too, the newest first. */
  sales(code: string, most: number, signal: AbortSignal): Promise<SitewatchSale[]>;
  /** Null: this site has no sale of that number. */
  sale(saleId: number, signal: AbortSignal): Promise<SaleDetail | null>;

  /** Null: no customer has exactly this code at this site. */
  customerByCode(code: string, signal: AbortSignal): Promise<SitewatchCustomer | null>;
  /** All codes of the customers that are meant, including those that are switched off. */
  codes(who: SitewatchCustomerRef, signal: AbortSignal): Promise<SitewatchCode[]>;
  /** Of the codes of all customers the first `most` behind this objid, those that are switched off too, by objid. */
  allCodes(after: number, most: number, signal: AbortSignal): Promise<SitewatchCode[]>;
  /** The code with this objid; null: this database has none. */
  code(objid: number, signal: AbortSignal): Promise<SitewatchCode | null>;
  /** Discounts of the customers that are meant, the newest first, at most 200. */
  discounts(who: SitewatchCustomerRef, signal: AbortSignal): Promise<SitewatchDiscount[]>;
}
