import { z } from 'zod';
import { readCode } from '@washdesk/rules/codes/code-forms';
import { tagProblem } from '@washdesk/rules/customers/customer-entry';
import { atLeastRole, endpoint, signedIn } from '../endpoint.ts';
import { codeText, plainText, providerId, siteNumber, trimmedText } from '../values.ts';

/** A code in Sitewatch's form; a disabled one has `~` and its number appended. */
const sitewatchCodeText = plainText(40).min(1, 'must not be empty').transform(readCode);
/** A code that Sitewatch may have in another form than Washdesk. */
const oldCode = trimmedText(40)
  .min(1, 'must not be empty')
  .transform((code) => code.toUpperCase());
const newCode = plainText(20)
  .transform(readCode)
  .refine((code) => tagProblem(code) === null, 'must be a plate or a tag');

const codeRow = z.object({ OBJID: z.int(), CODE: z.string(), CUSTOMER: z.int() });

/**
 * Updates the customer in Sitewatch: `customer`, otherwise `stripeCustomer`, otherwise the holder of `CustomerCode`. With `X-Operation` the
 * customer of that operation. The session's site is updated now, and the response is its own; the other sites follow automatically. 409
 * `refused` and 503 `still_pending` 'Error Updating Customer in Sitewatch' with details {site, reason}; an update that a site could not
 * apply stays pending. 404 `customer_not_found`, 409 `no_location`.
 */
export const updateSitewatchCustomer = endpoint({
  id: 'updateSitewatchCustomer',
  method: 'POST',
  path: '/firebird/customer',
  access: signedIn,
  idempotency: 'natural',
  summary: 'Update a customer in Sitewatch',
  body: z.object({
    customer: providerId.optional(),
    stripeCustomer: providerId.optional(),
    CustomerCode: sitewatchCodeText.optional(),
    customerCode: sitewatchCodeText.optional(),
  }),
  /** `customer_objid` is null for a customer without codes, who cannot exist in Sitewatch. */
  response: z.object({ customer_objid: z.int().nullable(), site: z.int() }),
  stepOfOperation: true,
});

/**
 * With `X-Operation` returns the outcome of that operation's plan at the session's site ('Error Activating Plan in Sitewatch' as above) and
 * ignores the body. Without it a club plan is set by hand: at this site now, at every other site afterwards. `expirationdate` is the first
 * day on which the plan is no longer valid, so today's date ends it. This needs SalesManager. Below it, a member's plan is set to Stripe's
 * state; for other codes the call returns 403. 404 `code_not_found`, `plan_not_found`; 409 `plan_at_stripe` with details {customer} for a
 * plan that runs at Stripe, because Stripe's state would overwrite the change.
 */
export const activateSitewatchPlan = endpoint({
  id: 'activateSitewatchPlan',
  method: 'POST',
  path: '/firebird/activateplan',
  access: signedIn,
  idempotency: 'optional',
  summary: 'Activate or end a club plan in Sitewatch',
  body: z.object({
    CustomerCode: sitewatchCodeText.optional(),
    customercode: sitewatchCodeText.optional(),
    code: sitewatchCodeText.optional(),
    /** Empty for a plan outside Stripe without a class. */
    ProductClass: trimmedText(40).nullish(),
    expirationdate: z.iso.date().optional(),
  }),
  response: z.object({
    PlanName: z.string().nullable(),
    ProductClass: z.string().nullable(),
    /** Null if no plan runs. */
    expirationdate: z.iso.date().nullable(),
    site: z.int(),
  }),
  stepOfOperation: true,
});

/** 404 `customer_not_found`, 503 `site_unreachable`. */
export const sitewatchCustomerByCode = endpoint({
  id: 'sitewatchCustomerByCode',
  method: 'GET',
  path: '/firebird/customercode/{code}',
  access: signedIn,
  summary: "The customer with a code in the Sitewatch of the session's site",
  params: z.object({ code: sitewatchCodeText }),
  response: z.object({
    customer_objid: z.int(),
    /** The customer's id at the payment provider, if the site has one. */
    customer: z.string().nullable(),
    FirstName: z.string(),
    LastName: z.string(),
    codes: z.array(codeRow),
    plans: z.array(
      z.object({
        PlanName: z.string(),
        ProductClass: z.string().nullable(),
        starts: z.iso.date().nullable(),
        expires: z.iso.date().nullable(),
        isStripe: z.boolean(),
      }),
    ),
  }),
});

/** The objid is Sitewatch's at `site`; default: the session's site. */
const switchBody = z.object({ customer_code_objid: z.int().positive(), site: siteNumber.optional() });
const switched = z.object({ customer_code_objid: z.int(), CODE: z.string(), CUSTOMER: z.int(), enabled: z.boolean(), site: z.int() });

/**
 * Enables the code at that site now, then by its text at every other site. 404 `code_not_found`, `site_not_found`; 409 `refused` if the
 * text now belongs to another customer; 503 `site_unreachable`, `still_pending`.
 */
export const enableCode = endpoint({
  id: 'enableCode',
  method: 'POST',
  path: '/firebird/codes/enable',
  access: atLeastRole('SalesManager'),
  summary: 'Enable a plate or tag in Sitewatch',
  body: switchBody,
  response: switched,
  idempotency: 'required',
  approvable: true,
});

/** Like `enableCode`; 409 `code_active` for a member's current plate or tag. */
export const disableCode = endpoint({
  id: 'disableCode',
  method: 'POST',
  path: '/firebird/codes/disable',
  access: atLeastRole('SalesManager'),
  summary: 'Disable a plate or tag in Sitewatch',
  body: switchBody,
  response: switched,
  idempotency: 'required',
  approvable: true,
});

/**
 * If a member already has the new code, updates that member's Sitewatch customer; otherwise moves the holder of the old code to the new
 * one. 404 `code_not_found`; 409 `code_active` if a member still has the old one; 409 `refused` if the new code belongs to another
 * customer; 503 `still_pending`.
 */
export const replaceCode = endpoint({
  id: 'replaceCode',
  method: 'POST',
  path: '/firebird/codes/replace/{old}/{new}',
  access: signedIn,
  idempotency: 'optional',
  summary: 'Replace a plate or tag in Sitewatch',
  params: z.object({ old: oldCode, new: newCode }),
  response: z.object({ old: z.string(), new: z.string(), site: z.int() }),
});

/**
 * `customerId` is Sitewatch's objid at the session's site, or the payment provider's id. The number counts only together with a code: those of
 * the member whom the cloud knows by it, and `code`, which the caller looked up. 404 `customer_not_found`, 503 `site_unreachable`.
 */
export const clearSitewatchComment = endpoint({
  id: 'clearSitewatchComment',
  method: 'DELETE',
  path: '/firebird/comment/{customerId}',
  access: signedIn,
  idempotency: 'optional',
  summary: "Remove a customer's comment and alert in Sitewatch",
  params: z.object({ customerId: z.union([z.string().regex(/^\d{1,9}$/), providerId]) }),
  query: z.object({ code: codeText.optional() }),
  response: z.object({ customer_objid: z.int(), site: z.int() }),
});
