import { productClasses } from '../plans/plans.ts';
import { redeemWindowMs } from '../lane/redeem.ts';
import { defaultSiteMapping } from './sites.ts';
import type { SiteMapping } from './sites.ts';
import { defaultTagFormat } from '../codes/tags.ts';
import type { TagFormat } from '../codes/tags.ts';

/** What staff may change without a new version (table `setting`). Every value is plain JSON. */
export interface Settings {
  /** Shown in the version footer (front-desk section 9). */
  clientVersion: string;
  /** The fixed choices of terminals (front-desk section 9). */
  registerTerminals: readonly string[];
  tabletTerminals: readonly string[];
  /** The terminal of a plate lookup when the browser has none (back-office section 9). */
  defaultWashTerminal: string;
  /** Typed on a card reader to open its pairing menu (front-desk section 9). */
  readerPairingCode: string;
  /** Sent with every wash coupon request (back-office section 3). */
  couponSku: string;
  couponEmail: string;
  /** The price that the public sign-up offers first; null until one is chosen (back-office section 2.12). */
  onlinePlan: string | null;
  /** Fills outside systems where a customer gave no e-mail; nothing is ever sent there (front-desk section 5). */
  placeholderEmailDomain: string;
  tagFormat: TagFormat;
  siteMapping: SiteMapping;
  /** Stands before the number on an employee's badge (back-office section 2.7, "Barcode creator"). */
  employeeMarker: string;
  /** The one employee who may clear the whole cache (back-office section 6). */
  cacheClearEmployeeId: number;
  productClasses: readonly string[];
  /** The first is the default (front-desk section 3, "Car colors"). */
  carColors: readonly string[];
  /** Months that a price is guaranteed: by product class, else the default (front-desk section 9). */
  planDurations: Readonly<Record<string, number>>;
  defaultPlanDuration: number;
  /** Milliseconds in which a member is admitted once (front-desk section 9). */
  redeemWindowMs: number;
  /** Days after the period's end that a lane still admits a good status (design, "Lanes work without the cloud"). */
  goodDaysAfterPeriodEnd: number;
  /** Whether a cashier may charge another amount than the sale's (back-office section 2.7, "Provider configuration"). */
  AllowManualEntry: boolean;
}

export type SettingName = keyof Settings;

const terminals = ['Washcashier1', 'Washcashier2', 'Washcashier3', 'Washcashier4', 'Detail1', 'Detail2'];

/**
 * The specification's values. It withholds those of `defaultWashTerminal`, `couponSku`, `couponEmail`, `onlinePlan`,
 * `placeholderEmailDomain`, `employeeMarker` and part of `tagFormat`: these are ours, harmless until a company sets its own.
 * `readerPairingCode`, withheld too, is the one that the card provider prints in its manuals.
 */
export const settingDefaults: Settings = {
  clientVersion: '2.0.891',
  registerTerminals: terminals,
  tabletTerminals: terminals,
  defaultWashTerminal: 'Washcashier1',
  readerPairingCode: '07139',
  couponSku: 'WASHCOUPON',
  couponEmail: 'coupons@washdesk.example',
  onlinePlan: null,
  placeholderEmailDomain: 'no-email.invalid',
  tagFormat: defaultTagFormat,
  siteMapping: defaultSiteMapping,
  employeeMarker: 'EMP',
  cacheClearEmployeeId: 3242,
  productClasses,
  carColors: [
    'White',
    'Gray',
    'Red',
    'Orange',
    'Yellow',
    'Green',
    'Teal',
    'Blue',
    'Violet',
    'Black',
    'Brown',
    'Tan',
    'Gold',
    'Silver',
    'Maroon',
    'Pink',
    'Other',
  ],
  planDurations: { 'Super Interior': 2, 'Super Kiss': 6, 'Super Kiss Plus': 6 },
  defaultPlanDuration: 3,
  redeemWindowMs,
  goodDaysAfterPeriodEnd: 7,
  AllowManualEntry: false,
};
