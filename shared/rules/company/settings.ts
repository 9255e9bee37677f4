import type { DailyLimits } from '../billing/daily-limits.ts';
import type { DayHours } from '../dates/day-hours.ts';
import { defaultNoticeTemplates, type NoticeTemplates } from './notice-templates.ts';
import { productClasses } from './product-classes.ts';
import { redeemWindowMs } from '../lane/redeem.ts';
import { defaultSiteMapping } from './sites.ts';
import type { SiteMapping } from './sites.ts';
import { defaultTagFormat } from '../codes/tags.ts';
import type { TagFormat } from '../codes/tags.ts';

/** What staff may change without a new version (table `setting`). Every value is plain JSON. */
export interface Settings {
  /** Shown in the version footer. */
  clientVersion: string;
  /** The fixed choices of terminals. */
  registerTerminals: readonly string[];
  tabletTerminals: readonly string[];
  /** The terminal of a plate lookup when the browser has none. */
  defaultWashTerminal: string;
  /** Typed on a card reader to open its pairing menu. */
  readerPairingCode: string;
  /** Sent with every wash coupon request. */
  couponSku: string;
  couponEmail: string;
  /** The price that the public sign-up offers first; null until one is chosen (docs/rules/billing.md#online-sign-up). */
  onlinePlan: string | null;
  /** The domain of the e-mail address that outside systems get where a customer gave none; nothing is ever sent to it. */
  placeholderEmailDomain: string;
  tagFormat: TagFormat;
  siteMapping: SiteMapping;
  /** Prefix of the number on an employee's badge (docs/rules/company.md#employee-badge). */
  employeeMarker: string;
  /** The one employee who may clear the whole cache. */
  cacheClearEmployeeId: number;
  productClasses: readonly string[];
  /** The colors that a sign-up offers; the first is the default (docs/rules/company.md#reference-lists). */
  carColors: readonly string[];
  /** Months that a price is guaranteed: by product class, else the default. */
  planDurations: Readonly<Record<string, number>>;
  defaultPlanDuration: number;
  /** Milliseconds within which a member is admitted once. */
  redeemWindowMs: number;
  /** Days after the period's end that a lane still admits a good status (docs/decisions/0007-lanes-without-the-cloud.md). */
  goodDaysAfterPeriodEnd: number;
  /** Whether a cashier may charge another amount than the sale's (docs/rules/company.md#provider-configuration). */
  AllowManualEntry: boolean;
  /** The text of the notice page that replaces the app; null for none. */
  systemMessage: string | null;
  /** The logo above every receipt: a black and white PNG in base64, at most 500 dots wide; null for none. */
  receiptLogo: string | null;
  /** Address and phone that receipts show, by site number. An address may have several lines. */
  siteContacts: Readonly<Record<string, { address: string; phone: string }>>;
  /** What one person may charge and refund in 24 hours without an approval (docs/rules/billing.md#limits-of-a-day). */
  dailyLimits: DailyLimits;
  /** When members may be sent a notice of a new price, by the clock of their site. */
  noticeHours: DayHours;
  noticeTemplates: NoticeTemplates;
}

export type SettingName = keyof Settings;

const terminals = ['Washcashier1', 'Washcashier2', 'Washcashier3', 'Washcashier4', 'Detail1', 'Detail2'];

/** A car under three drops, 240 x 72 dots, until a company sets its own. */
const washLogo = [
  'iVBORw0KGgoAAAANSUhEUgAAAPAAAABIAQAAAADgt0UnAAABCklEQVR42s3UOw6DMAwGYKMOHnOEHCVHI516LXoTpF4gWxkQbggxzcMqKgWplq',
  'J/+CQecWKgjwWH8dOvdonj+UE0mRAn8J1o1CH2sCUaVIg9DC05DHHCwze+fGPPTz0tZ7KDpZpd3EcGmTtmuWOdXze/BiOyZdYiN5HHDVYST5fI',
  'E0o8YmS6SDys3IismK8Su5WtxL1m7lqJDXNvBO7erGvmdobCim3KUPKUKZiCx5z1dzzkrA5llzP+Ef/+39w0W7Pfc4zvn1NoiYovmFPX/U7Z1K',
  'clZeGs6dhznyjcMbVcbM5jGZ1Os7z+YE2aFYNJs5wtPNDSwZYOLsizHHtNnuXIxTzLed4W6esFuVHKtuavENgAAAAASUVORK5CYII=',
].join('');

/**
 * The values of a new installation. Those of `defaultWashTerminal`, `couponSku`, `couponEmail`, `onlinePlan`, `placeholderEmailDomain`,
 * `employeeMarker` and part of `tagFormat` are harmless until a company sets its own; `readerPairingCode` is the one that the card provider
 * prints in its manuals.
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
  systemMessage: null,
  receiptLogo: washLogo,
  siteContacts: {},
  dailyLimits: { charges: { count: 400, cents: 2_000_000 }, refunds: { count: 40, cents: 200_000 } },
  noticeHours: { from: '09:00', to: '19:00' },
  noticeTemplates: defaultNoticeTemplates,
};
