import { z } from 'zod';
import { isState } from '@washdesk/rules/codes/states';
import { onlineCountries } from '@washdesk/rules/plans/online-sign-up';
import { memberLanguages } from '@washdesk/rules/text/languages';
import { atLeastRole, endpoint, publicAccess } from '../endpoint.ts';
import { epochSeconds, isoTime, numberText, plainText, providerId, siteNumber } from '../values.ts';

/** The calls of the public sign-up (docs/rules/billing.md#online-sign-up). Each has a limit: 429 `too_many_requests`. */

const onlineLocation = z.object({
  site: z.int(),
  name: z.string(),
  /** Also the state of plates there. */
  state: z.string().nullable(),
  country: z.enum(onlineCountries),
});
export type OnlineLocation = z.infer<typeof onlineLocation>;

/** Lists the sites that sell a plan online, by name. `default` is the site of the setting `onlinePlan`; null if there is none. */
export const onlineLocations = endpoint({
  id: 'onlineLocations',
  method: 'GET',
  path: '/online/locations',
  access: publicAccess,
  summary: 'Locations of the online sign-up',
  response: z.object({ locations: z.array(onlineLocation), count: z.int(), default: z.int().nullable() }),
});

const onlinePlan = z.object({
  id: z.string(),
  name: z.string(),
  productclass: z.string(),
  /** Cents per month, before tax. */
  amount: z.int(),
  /** Cents per month, with the site's tax. */
  total: z.int(),
  /** Months of guaranteed price. */
  duration: z.int(),
  /** Whether the plan needs a plate that ends in HI; others need any other plate. */
  interior: z.boolean(),
});
export type OnlinePlan = z.infer<typeof onlinePlan>;

/** Lists the plans that a site sells online, by club code and price; none for an unknown site. `default` is the preset plan. */
export const onlinePlans = endpoint({
  id: 'onlinePlans',
  method: 'GET',
  path: '/online/plans',
  access: publicAccess,
  summary: 'Plans of the online sign-up',
  query: z.object({ site: numberText }),
  response: z.object({ plans: z.array(onlinePlan), count: z.int(), default: z.string().nullable() }),
});

const named = z.object({ id: z.int(), name: z.string() });
const ofSite = z.object({ site: numberText.optional() });

export const onlineMakes = endpoint({
  id: 'onlineMakes',
  method: 'GET',
  path: '/online/makes',
  access: publicAccess,
  summary: 'Car makes of the online sign-up',
  query: ofSite,
  response: z.object({ makes: z.array(named), count: z.int() }),
});

/** Lists the models of a make; many makes have none. */
export const onlineModels = endpoint({
  id: 'onlineModels',
  method: 'GET',
  path: '/online/models',
  access: publicAccess,
  summary: 'Car models of the online sign-up',
  query: ofSite.extend({ make: numberText }),
  response: z.object({ models: z.array(named), count: z.int() }),
});

/** Lists the colors of the setting `carColors`, if the site has none. The first is the default. */
export const onlineColors = endpoint({
  id: 'onlineColors',
  method: 'GET',
  path: '/online/colors',
  access: publicAccess,
  summary: 'Car colors of the online sign-up',
  query: ofSite,
  response: z.object({ colors: z.array(named), count: z.int() }),
});

const amounts = z.object({ amount: z.int(), tax: z.int(), total: z.int() });
const onlinePreviewAnswer = z.object({
  /** The rest of this month. */
  today: amounts,
  /** A whole month; `date` is the next 1st. */
  next: amounts.extend({ date: epochSeconds }),
  duration: z.int(),
});
export type OnlinePreview = z.infer<typeof onlinePreviewAnswer>;

/** Returns what Stripe bills today and on the 1st. 404 `price_not_found`, 409 `plan_not_offered`, `plate_mismatch` if a plate is given. */
export const onlinePreview = endpoint({
  id: 'onlinePreview',
  method: 'POST',
  path: '/online/preview',
  access: publicAccess,
  summary: 'What an online sign-up costs',
  body: z.object({
    PlanId: providerId,
    plate: plainText(20).optional(),
    plateState: plainText(2)
      .transform((text) => text.toUpperCase())
      .refine(isState, 'must be a state or province')
      .optional(),
  }),
  response: onlinePreviewAnswer,
});

const sessionKey = z.string().max(200);

/**
 * Returns a signed key for `POST /online/search` and `POST /checkout`, valid for 30 minutes in this browser; sets its cookie. A valid
 * `sessionid` is renewed.
 */
export const onlineSession = endpoint({
  id: 'onlineSession',
  method: 'GET',
  path: '/online/session',
  access: publicAccess,
  summary: 'A key of the online sign-up',
  query: z.object({ sessionid: sessionKey.optional() }),
  response: z.object({ sessionKey, expires: isoTime }),
});

/**
 * Whether the e-mail address or the plate belongs to an account; not which of them, nor whose. Takes the same time for both answers. 403
 * `session_expired` without a valid key.
 */
export const onlineSearch = endpoint({
  id: 'onlineSearch',
  method: 'POST',
  path: '/online/search',
  access: publicAccess,
  summary: 'Whether a customer has an account',
  body: z.object({ email: plainText(254).min(1), customercode: plainText(20).min(1), sessionKey, site: siteNumber.optional() }),
  response: z.object({ exists: z.boolean() }),
});

const onlineTermsAnswer = z.object({ version: z.string(), lang: z.enum(memberLanguages), paragraphs: z.array(z.string()) });
export type OnlineTermsText = z.infer<typeof onlineTermsAnswer>;

/** Returns the terms with the guarantee of `plan`, otherwise that of a plan sold online by default. 404 `price_not_found`. */
export const onlineTerms = endpoint({
  id: 'onlineTerms',
  method: 'GET',
  path: '/online/terms',
  access: publicAccess,
  summary: 'The terms of the online sign-up',
  query: z.object({ lang: z.enum(memberLanguages).optional(), plan: providerId.optional() }),
  response: onlineTermsAnswer,
});

/** The poster of a site with the QR code of its online sign-up: an SVG, and a PDF of one letter page as a data URL. 404 `site_not_found`. */
export const onlinePoster = endpoint({
  id: 'onlinePoster',
  method: 'GET',
  path: '/admin/poster/{site}',
  access: atLeastRole('Admin'),
  summary: 'A poster for the online sign-up at a site',
  params: z.object({ site: numberText }),
  response: z.object({ site: z.int(), name: z.string(), url: z.url(), svg: z.string(), pdf: z.string() }),
});
