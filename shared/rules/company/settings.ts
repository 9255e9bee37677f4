import { defaultDailyWashLimits, type DailyWashLimits } from '../abuse/daily-limit.ts';
import type { DailyLimits } from '../billing/daily-limits.ts';
import type { GiftLimits } from '../billing/gift-limits.ts';
import type { DayHours } from '../dates/day-hours.ts';
import { defaultNoticeTemplates, type NoticeTemplates } from './notice-templates.ts';
import { defaultOnlineTerms, type OnlineTerms } from './online-terms.ts';
import { productClasses } from './product-classes.ts';
import { redeemWindowMs } from './redeem-window.ts';
import { defaultRetention, type Retention } from './retention.ts';
import { defaultSiteMapping } from './sites.ts';
import type { SiteMapping } from './sites.ts';

/** Values that staff can change without a new version (table `setting`). Each is plain JSON. */
export interface Settings {
  /** Shown in the version footer. */
  clientVersion: string;
  /** The predefined terminals. */
  registerTerminals: readonly string[];
  tabletTerminals: readonly string[];
  /** The terminal of a plate lookup if the browser has none. */
  defaultWashTerminal: string;
  /** Typed on a card reader to open its pairing menu. */
  readerPairingCode: string;
  /** Sent with every wash coupon request. */
  couponSku: string;
  couponEmail: string;
  /** The price that the public sign-up offers first; null until chosen (docs/rules/billing.md#online-sign-up). */
  onlinePlan: string | null;
  /** Unpaid payment pages that the public may open within 15 seconds (docs/decisions/0069-declined-cards-online.md). */
  onlinePagesAtOnce: number;
  /** The terms that the public sign-up shows (docs/rules/billing.md#terms). */
  onlineTerms: OnlineTerms;
  /** The domain of the email address sent to other systems for a customer without one; it never receives mail. */
  placeholderEmailDomain: string;
  siteMapping: SiteMapping;
  /** Washes of a plan per day above which the member is flagged (docs/rules/abuse.md#over-the-daily-limit). */
  dailyWashLimits: DailyWashLimits;
  /** The prefix of the number on an employee badge (docs/rules/company.md#employee-badge). */
  employeeMarker: string;
  /** The only employee who may clear the whole cache. */
  cacheClearEmployeeId: number;
  productClasses: readonly string[];
  /** The colors that a sign-up offers; the first is the default (docs/rules/company.md#reference-lists). */
  carColors: readonly string[];
  /** Months for which a price is guaranteed, by product class; default for the others, at a register and online. */
  planDurations: Readonly<Record<string, number>>;
  defaultPlanDuration: number;
  defaultOnlinePlanDuration: number;
  /** Milliseconds in which a member is admitted only once. */
  redeemWindowMs: number;
  /** Days after the end of the period during which a lane still admits a good status (docs/decisions/0007-lanes-without-the-cloud.md). */
  goodDaysAfterPeriodEnd: number;
  /** Whether a cashier may charge an amount other than the sale's (docs/rules/company.md#provider-configuration). */
  AllowManualEntry: boolean;
  /** The text of the notice page that replaces the app; null for none. */
  systemMessage: string | null;
  /** The logo above every receipt: a black and white PNG in base64, at most 500 dots wide; null for none. */
  receiptLogo: string | null;
  /** Address and phone that receipts show, by site number. An address may have several lines. */
  siteContacts: Readonly<Record<string, { address: string; phone: string }>>;
  /** Minutes for which a PIN entered at a device counts (docs/rules/access.md#pin-at-a-device). */
  pinMinutes: number;
  /** Whether staff who are no longer in any Sitewatch are shut out (docs/rules/access.md#staff-and-sitewatch). */
  shutOutLeavers: boolean;
  /** Customers that one cashier can look up in a few minutes, and in a shift (docs/rules/access.md#seeing-customers). */
  customersAtOnce: number;
  customersPerShift: number;
  /** One person's limits for charges and refunds in 24 hours without an approval (docs/rules/billing.md#limits-of-a-day). */
  dailyLimits: DailyLimits;
  /** What staff may give without an approval (docs/rules/billing.md#limits-of-gifts). */
  giftLimits: GiftLimits;
  /** When members can be sent a notice of a new price, in their site's time. */
  noticeHours: DayHours;
  noticeTemplates: NoticeTemplates;
  /** What members are offered before they cancel, 'reason: English | Spanish | act' per line (docs/rules/members.md#self-service). */
  saveOffers: readonly string[];
  /** Email addresses that get the weekly report; empty for none (docs/rules/company.md#weekly-report). */
  weeklyReportRecipients: readonly string[];
  /** Days after which data of each kind is removed (docs/rules/privacy.md#retention). */
  retention: Retention;
}

export type SettingName = keyof Settings;

const terminals = ['Washcashier1', 'Washcashier2', 'Washcashier3', 'Washcashier4', 'Detail1', 'Detail2'];
const tablets = ['Washcashier1', 'Washcashier2', 'Washcashier3', 'Washcashier4', 'Washcashier5', 'Detail', 'Detail1', 'Detail2'];

/** A car under three drops, 240 x 72 dots, until a company sets its own logo. */
const washLogo = [
  'iVBORw0KGgoAAAANSUhEUgAAAPAAAABIAQAAAADgt0UnAAABCklEQVR42s3UOw6DMAwGYKMOHnOEHCVHI516LXoTpF4gWxkQbggxzcMqKgWplq',
  'J/+CQecWKgjwWH8dOvdonj+UE0mRAn8J1o1CH2sCUaVIg9DC05DHHCwze+fGPPTz0tZ7KDpZpd3EcGmTtmuWOdXze/BiOyZdYiN5HHDVYST5fI',
  'E0o8YmS6SDys3IismK8Su5WtxL1m7lqJDXNvBO7erGvmdobCim3KUPKUKZiCx5z1dzzkrA5llzP+Ef/+39w0W7Pfc4zvn1NoiYovmFPX/U7Z1K',
  'clZeGs6dhznyjcMbVcbM5jGZ1Os7z+YE2aFYNJs5wtPNDSwZYOLsizHHtNnuXIxTzLed4W6esFuVHKtuavENgAAAAASUVORK5CYII=',
].join('');

/**
 * The values of a new installation. Those of `defaultWashTerminal`, `couponSku`, `couponEmail`, `onlinePlan`, `placeholderEmailDomain` and
 * `employeeMarker` are harmless placeholders for the company's own. `readerPairingCode` is the one printed in the
 * card provider's manuals.
 */
export const settingDefaults: Settings = {
  clientVersion: '2.0.891',
  registerTerminals: terminals,
  tabletTerminals: [...tablets, 'Detail Tablet', 'Wash Tablet'],
  defaultWashTerminal: 'Washcashier1',
  readerPairingCode: '07139',
  couponSku: 'WASHCOUPON',
  couponEmail: 'coupons@washdesk.example',
  onlinePlan: null,
  onlinePagesAtOnce: 4,
  onlineTerms: defaultOnlineTerms,
  placeholderEmailDomain: 'no-email.invalid',
  siteMapping: defaultSiteMapping,
  dailyWashLimits: defaultDailyWashLimits,
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
  defaultOnlinePlanDuration: 6,
  redeemWindowMs,
  goodDaysAfterPeriodEnd: 7,
  AllowManualEntry: false,
  systemMessage: null,
  receiptLogo: washLogo,
  siteContacts: {},
  pinMinutes: 10,
  shutOutLeavers: false,
  customersAtOnce: 40,
  customersPerShift: 250,
  dailyLimits: { charges: { count: 400, cents: 2_000_000 }, refunds: { count: 40, cents: 200_000 } },
  giftLimits: {
    freeMonths: { person: 3, device: 6, member: 1 },
    promos: { person: 40, device: 60, member: 2 },
    unpaidReinstatements: { person: 10, device: 20, member: 2 },
    coupons: { person: 5, device: 15, member: 2 },
    texts: { person: 100, device: 200, member: 12 },
  },
  noticeHours: { from: '09:00', to: '19:00' },
  noticeTemplates: defaultNoticeTemplates,
  saveOffers: [],
  weeklyReportRecipients: [],
  retention: defaultRetention,
};
