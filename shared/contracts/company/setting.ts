import { z } from 'zod';
import { maxAmountCents } from '@washdesk/rules/billing/money';
import { maxCodeLength } from '@washdesk/rules/codes/codes';
import { problemOfTemplate, type NoticePart } from '@washdesk/rules/company/notice-templates';
import { problemOfTerms } from '@washdesk/rules/company/online-terms';
import { leastRetention, retentionKinds } from '@washdesk/rules/company/retention';
import type { SettingName, Settings } from '@washdesk/rules/company/settings';
import { saveOffersProblem } from '@washdesk/rules/plans/self-service';
import { atLeastRole, endpoint } from '../endpoint.ts';
import { isoTime, jsonValue, providerId, trimmedLines, trimmedText } from '../values.ts';

const text = (most: number) => trimmedText(most).min(1, 'must not be empty');
const names = (most: number) =>
  z
    .array(text(most))
    .min(1, 'must name one at least')
    .max(100)
    .refine((given) => new Set(given).size === given.length, 'must not name the same twice');
const email = z.email('must be an email address').max(120);
/** Names an address that is none, because its place in the list means nothing to a reader. */
const emails = (most: number) =>
  z
    .array(trimmedText(120))
    .max(most, `must be at most ${most} addresses`)
    .superRefine((given, context) => {
      const wrong = given.find((one) => !email.safeParse(one).success);
      if (wrong !== undefined) context.addIssue({ code: 'custom', message: `"${wrong}" is not an email address` });
    })
    .refine((given) => new Set(given.map((one) => one.toLowerCase())).size === given.length, 'must not name the same address twice');
const whole = (least: number, most: number, unit: string) =>
  z.int(`must be a whole number of ${unit}`).min(least, `must be at least ${least} ${unit}`).max(most, `must be at most ${most} ${unit}`);
const site = z.int().min(1).max(999);
const gifts = whole(0, 10_000, 'gifts');
const giftLimit = z.object({ person: gifts, device: gifts, member: gifts });
const dailyLimit = z.object({
  count: whole(1, 10_000, 'payments'),
  cents: z.int().min(1, 'must be more than nothing').max(maxAmountCents),
});
const minutes = 60_000;
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 09:00');
const template = (part: NoticePart, most: number) =>
  (part.endsWith('etter') ? trimmedLines(most) : trimmedText(most)).min(1, 'must not be empty').superRefine((given, context) => {
    const problem = problemOfTemplate(part, given);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  });

const paragraphs = z.array(text(600)).min(1, 'must have one paragraph at least').max(20);

/** The values that each setting accepts. Settings missing here have their own screen or cannot be changed. */
export const settingValues = {
  clientVersion: text(20),
  registerTerminals: names(30),
  tabletTerminals: names(30),
  defaultWashTerminal: text(30),
  readerPairingCode: z.string().regex(/^\d{5}$/, 'must be five digits'),
  couponSku: text(60),
  couponEmail: email,
  onlinePlan: providerId.nullable(),
  onlinePagesAtOnce: whole(1, 100, 'pages'),
  onlineTerms: z.object({ version: text(40), en: paragraphs, es: paragraphs }).superRefine((given, context) => {
    const problem = problemOfTerms(given);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  }),
  placeholderEmailDomain: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a domain, such as no-email.invalid')
    .max(100),
  siteMapping: z.record(z.string().regex(/^\d{1,3}$/, 'must be a site number'), site),
  dailyWashLimits: z.record(text(60), whole(1, 100, 'washes')),
  employeeMarker: z.string().regex(/^[A-Z0-9.-]{0,8}$/, 'must be at most 8 capital letters and digits, which Code 39 can show'),
  cacheClearEmployeeId: z.int().min(1).max(999_999_999),
  productClasses: names(60),
  carColors: names(20),
  planDurations: z.record(text(60), whole(0, 24, 'months')),
  defaultPlanDuration: whole(0, 24, 'months'),
  defaultOnlinePlanDuration: whole(0, 24, 'months'),
  redeemWindowMs: z
    .int()
    .min(minutes, 'must be a minute at least')
    .max(60 * minutes, 'must be an hour at most'),
  goodDaysAfterPeriodEnd: whole(0, 31, 'days'),
  receiptLogo: z
    .string()
    .regex(/^iVBORw0KGgo[A-Za-z0-9+/]*={0,2}$/, 'must be a PNG')
    .max(20_000, 'must be smaller: at most 15 kB')
    .nullable(),
  siteContacts: z.record(z.string().regex(/^\d{1,3}$/), z.object({ address: z.string().max(300), phone: z.string().max(maxCodeLength) })),
  pinMinutes: z.int().min(1, 'must be a minute at least').max(60, 'must be an hour at most'),
  shutOutLeavers: z.boolean(),
  customersAtOnce: whole(10, 1_000, 'customers'),
  customersPerShift: whole(50, 10_000, 'customers'),
  dailyLimits: z.object({ charges: dailyLimit, refunds: dailyLimit }),
  giftLimits: z.object({ freeMonths: giftLimit, promos: giftLimit, unpaidReinstatements: giftLimit, coupons: giftLimit, texts: giftLimit }),
  noticeHours: z
    .object({ from: time, to: time })
    .refine(({ from, to }) => from < to, { message: 'must begin before it ends', path: ['to'] }),
  noticeTemplates: z.object({
    text: template('text', 400),
    subject: template('subject', 120),
    letter: template('letter', 3_000),
    retractionText: template('retractionText', 400),
    retractionSubject: template('retractionSubject', 120),
    retractionLetter: template('retractionLetter', 3_000),
  }),
  saveOffers: z
    .array(text(600))
    .max(6)
    .superRefine((lines, context) => {
      const problem = saveOffersProblem(lines);
      if (problem !== null) context.addIssue({ code: 'custom', message: problem });
    }),
  weeklyReportRecipients: emails(20),
  retention: z.record(z.enum(retentionKinds), whole(1, 36_500, 'days').nullable()).superRefine((given, context) => {
    for (const kind of retentionKinds) {
      const [days, least] = [given[kind], leastRetention[kind]];
      if (days !== null && days < least) context.addIssue({ code: 'custom', path: [kind], message: `must be at least ${least} days` });
    }
  }),
} satisfies { [N in SettingName]?: z.ZodType<Settings[N]> };

export type EditableSetting = keyof typeof settingValues;
export const editableSettings = Object.keys(settingValues) as [EditableSetting, ...EditableSetting[]];

/** `value` follows the setting's own schema. `changed` is the version that a change must send, null if never changed. */
const listedSetting = z.object({
  name: z.enum(editableSettings),
  value: jsonValue,
  changed: isoTime.nullable(),
  changedBy: z.string().nullable(),
});
export type ListedSetting = z.infer<typeof listedSetting>;

export const listSettings = endpoint({
  id: 'listSettings',
  method: 'GET',
  path: '/admin/settings',
  access: atLeastRole('Admin'),
  summary: 'The settings',
  response: z.object({ settings: z.array(listedSetting), count: z.int() }),
});

/**
 * `changed` is the version the caller saw: 409 `changed_meanwhile` if it is outdated. 400 for an invalid value. A value that concerns
 * members needs their number in `members`: 409 `confirm_members` with details {members}.
 */
export const changeSetting = endpoint({
  id: 'changeSetting',
  method: 'PUT',
  path: '/admin/settings/{name}',
  access: atLeastRole('Admin'),
  idempotency: 'optional',
  summary: 'Change a setting',
  params: z.object({ name: z.enum(editableSettings) }),
  body: z.object({ value: jsonValue, changed: isoTime.nullable(), members: z.int().optional() }),
  response: listedSetting,
});
