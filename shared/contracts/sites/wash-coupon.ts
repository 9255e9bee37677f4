import { z } from 'zod';
import { readCode } from '@washdesk/rules/codes/code-forms';
import { isPlateEntry } from '@washdesk/rules/customers/customer-entry';
import { endpoint, signedIn } from '../endpoint.ts';
import { imageUrl, plainText } from '../values.ts';

/** 018 or 019, two digits, a hyphen, digits (docs/rules/sites.md#wash-coupons). */
const invoiceNumber = plainText(20).regex(/^01[89]\d{2}-\d+$/, 'must look like 01###-###, and begin with 018 or 019');
const plateWithState = plainText(20)
  .transform(readCode)
  .refine((plate) => /-/.test(plate) && isPlateEntry(plate), 'must be a plate and its state, such as ABC123-IL');
const name = plainText(60).min(1, 'must not be empty');

/**
 * Orders a wash coupon at FetchApp and returns its image. The employee's name comes from the session, sku and email from the settings; the
 * same fields in the body are accepted and ignored. An invoice gets one coupon: repeating the request with any key returns the same image.
 * 409 `coupon_exists` for another request of that invoice, `coupon_refused` in FetchApp's words, `not_set_up`, `no_location`, and
 * `in_progress` while FetchApp is called; 503 `fetchapp_unavailable`: nothing was ordered; 503 `outcome_unknown`: repeat the same request
 * to get the outcome.
 */
export const requestCoupon = endpoint({
  id: 'requestCoupon',
  method: 'POST',
  path: '/fetchapp/orders',
  access: signedIn,
  summary: 'Request a wash coupon',
  body: z.object({ vendor_id: invoiceNumber, first_name: name, last_name: name, custom_1: plateWithState }),
  response: imageUrl,
  produces: 'image/*',
  idempotency: 'required',
  approvable: true,
});
