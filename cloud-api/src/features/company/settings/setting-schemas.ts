import { z } from 'zod';
import { defaultRetention, retentionKinds } from '@washdesk/rules/company/retention';
import type { SettingName, Settings } from '@washdesk/rules/company/settings';

const texts = z.array(z.string());
const time = /^\d{2}:\d{2}$/;
const gifts = z.int().min(0);
const giftLimit = z.object({ person: gifts, device: gifts, member: gifts });
const dailyLimit = z.object({ count: z.int().min(0), cents: z.int().min(0) });

/** The allowed value of each name in the table `setting`. */
const settingSchemas: { [N in SettingName]: z.ZodType<Settings[N]> } = {
  clientVersion: z.string(),
  registerTerminals: texts,
  tabletTerminals: texts,
  defaultWashTerminal: z.string(),
  readerPairingCode: z.string(),
  couponSku: z.string(),
  couponEmail: z.string(),
  onlinePlan: z.string().nullable(),
  onlinePagesAtOnce: z.int().min(1),
  onlineTerms: z.object({ version: z.string(), en: texts, es: texts }),
  placeholderEmailDomain: z.string(),
  siteMapping: z.record(z.string(), z.int()),
  dailyWashLimits: z.record(z.string(), z.int().min(1)),
  employeeMarker: z.string(),
  cacheClearEmployeeId: z.int(),
  productClasses: texts,
  carColors: texts,
  planDurations: z.record(z.string(), z.number()),
  defaultPlanDuration: z.number(),
  defaultOnlinePlanDuration: z.number(),
  redeemWindowMs: z.number(),
  goodDaysAfterPeriodEnd: z.number(),
  AllowManualEntry: z.boolean(),
  systemMessage: z.string().nullable(),
  receiptLogo: z
    .string()
    .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'must be a PNG in base64')
    .max(20_000)
    .nullable(),
  siteContacts: z.record(z.string(), z.object({ address: z.string(), phone: z.string() })),
  pinMinutes: z.int().min(1).max(60),
  shutOutLeavers: z.boolean(),
  customersAtOnce: z.number(),
  customersPerShift: z.number(),
  dailyLimits: z.object({ charges: dailyLimit, refunds: dailyLimit }),
  giftLimits: z.object({ freeMonths: giftLimit, promos: giftLimit, unpaidReinstatements: giftLimit, coupons: giftLimit, texts: giftLimit }),
  noticeHours: z.object({ from: z.string().regex(time), to: z.string().regex(time) }),
  saveOffers: texts,
  weeklyReportRecipients: texts,
  // a kind of a later release has its default
  retention: z.partialRecord(z.enum(retentionKinds), z.int().nullable()).transform((given) => ({ ...defaultRetention, ...given })),
  noticeTemplates: z.object({
    text: z.string(),
    subject: z.string(),
    letter: z.string(),
    retractionText: z.string(),
    retractionSubject: z.string(),
    retractionLetter: z.string(),
  }),
};

/** @throws Error that names the setting: an unreadable value must not decide anything */
export function readSetting<N extends SettingName>(name: N, value: unknown): Settings[N] {
  const parsed = settingSchemas[name].safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => [...path, message].join(': '));
  throw new Error(`Invalid setting ${name}: ${problems.join('; ')}`);
}
