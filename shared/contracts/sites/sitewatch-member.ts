import { isCode } from '@washdesk/rules/codes/codes';
import { z } from 'zod';
import { atLeastRole, endpoint, signedIn } from '../endpoint.ts';
import { providerId, siteNumber, trimmedText } from '../values.ts';

/** A code as Sitewatch writes it, a switched-off one with `~` and its number behind it. */
const sitewatchCodeText = trimmedText(40)
  .min(1, 'must not be empty')
  .transform((code) => code.toUpperCase());
const newCode = trimmedText(20)
  .transform((code) => code.toUpperCase())
  .refine(isCode, 'must be a plate or a tag');

const codeRow = z.object({ OBJID: z.int(), CODE: z.string(), CUSTOMER: z.int() });

/**
 * The customer is `customer`, else `stripeCustomer`, else the one who has `CustomerCode`. With `X-Operation` the customer of that
 * operation. The session's site is told now and the answer is its own; the other sites follow by themselves. 409 `refused` and 503
 * `still_pending` 'Error Updating Customer in Sitewatch' with details {site, reason}; what a site could not take now stays pending. 404
 * `customer_not_found`, 409 `no_location`.
 */
export const updateSitewatchCustomer = endpoint({
  id: 'updateSitewatchCustomer',
  method: 'POST',
  path: '/firebird/customer',
  access: signedIn,
  idempotency: 'natural',
  summary: 'Bring Sitewatch to what is known of a customer',
  body: z.object({
    customer: providerId.optional(),
    stripeCustomer: providerId.optional(),
    CustomerCode: sitewatchCodeText.optional(),
    customerCode: sitewatchCodeText.optional(),
  }),
  /** Null for a customer without any code, whom Sitewatch cannot know. */
  response: z.object({ customer_objid: z.int().nullable(), site: z.int() }),
  stepOfOperation: true,
});

/**
 * With `X-Operation`: the outcome of that operation's plan at the session's site ('Error Activating Plan in Sitewatch' like above); the
 * body does not matter. Without it a club plan is set by hand, `expirationdate` being the first day on which the plan is no longer valid,
 * so that today ends it: there now, at every other site after it. That takes SalesManager; below it a member of ours is brought to what
 * Stripe says, and for anybody else it is 403. 404 `code_not_found`, `plan_not_found`; 409
 * `plan_at_stripe` with details {customer} for a plan that runs at Stripe, whose word would undo it.
 */
export const activateSitewatchPlan = endpoint({
  id: 'activateSitewatchPlan',
  method: 'POST',
  path: '/firebird/activateplan',
  access: signedIn,
  idempotency: 'optional',
  summary: 'Let a club plan run in Sitewatch, or end it',
  body: z.object({
    CustomerCode: sitewatchCodeText.optional(),
    customercode: sitewatchCodeText.optional(),
    code: sitewatchCodeText.optional(),
    /** Empty for a plan outside Stripe that has none. */
    ProductClass: trimmedText(40).nullish(),
    expirationdate: z.iso.date().optional(),
  }),
  response: z.object({
    PlanName: z.string().nullable(),
    ProductClass: z.string().nullable(),
    /** Null where no plan runs. */
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
    /** The customer's id at the payment provider, where the site was told of one. */
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

/** The objid is Sitewatch's at `site`, the session's where none is given. */
const switchBody = z.object({ customer_code_objid: z.int().positive(), site: siteNumber.optional() });
const switched = z.object({ customer_code_objid: z.int(), CODE: z.string(), CUSTOMER: z.int(), enabled: z.boolean(), site: z.int() });

/**
 * Done at that site now, and by the text of the code at every other one after it. 404 `code_not_found`, `site_not_found`; 409 `refused`
 * where the text belongs to another customer meanwhile; 503 `site_unreachable`, `still_pending`.
 */
export const enableCode = endpoint({
  id: 'enableCode',
  method: 'POST',
  path: '/firebird/codes/enable',
  access: atLeastRole('SalesManager'),
  summary: 'Switch a plate or tag on in Sitewatch',
  body: switchBody,
  response: switched,
  idempotency: 'required',
  approvable: true,
});

/** Like `enableCode`; 409 `code_active` for the plate or tag that a customer of ours has. */
export const disableCode = endpoint({
  id: 'disableCode',
  method: 'POST',
  path: '/firebird/codes/disable',
  access: atLeastRole('SalesManager'),
  summary: 'Switch a plate or tag off in Sitewatch',
  body: switchBody,
  response: switched,
  idempotency: 'required',
  approvable: true,
});

/**
 * Where a member of ours has the new code already, their Sitewatch customer is brought to it; else the one who has the old code has the new
 * one from now on. 404 `code_not_found`; 409 `code_active` where a customer of ours still has the old one; 409 `refused` where the new code
 * belongs to somebody else; 503 `still_pending`.
 */
export const replaceCode = endpoint({
  id: 'replaceCode',
  method: 'POST',
  path: '/firebird/codes/replace/{old}/{new}',
  access: signedIn,
  idempotency: 'optional',
  summary: 'Replace a plate or tag in Sitewatch',
  params: z.object({ old: sitewatchCodeText, new: newCode }),
  response: z.object({ old: z.string(), new: z.string(), site: z.int() }),
});

/** `customerId` is Sitewatch's objid at the session's site, or the payment provider's id. 404 `customer_not_found`, 503 `site_unreachable`. */
export const clearSitewatchComment = endpoint({
  id: 'clearSitewatchComment',
  method: 'DELETE',
  path: '/firebird/comment/{customerId}',
  access: signedIn,
  idempotency: 'optional',
  summary: "Remove a customer's comment and alert in Sitewatch",
  params: z.object({ customerId: z.union([z.string().regex(/^\d{1,9}$/), providerId]) }),
  response: z.object({ customer_objid: z.int(), site: z.int() }),
});
