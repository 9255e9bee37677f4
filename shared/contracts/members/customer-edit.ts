import { z } from 'zod';
import { readCode } from '@washdesk/rules/codes/code-forms';
import { atLeastRole, endpoint, signedIn } from '../endpoint.ts';
import { plainText, singleKeyUpdate, providerId, trimmedText } from '../values.ts';
import { newCustomerFields } from './customer-payload.ts';
import { customerDetail } from './customer.ts';

/**
 * Takes the sign-up payload, or with `clonedFrom` the clone payload (docs/rules/members.md#clone): fields missing from a clone come from
 * its source. An existing customer with exactly these codes who never had a subscription is reused. 403 for `TaxExempt` or
 * `isBusinessSelect` below SupportCenter. 409 `code_taken` 'Existing Customer found with that plate/tag' with details {codes, customers};
 * for a clone 409 `not_clonable`, `name_missing`, 404 `customer_not_found`.
 */
export const createCustomer = endpoint({
  id: 'createCustomer',
  method: 'POST',
  path: '/customer',
  access: signedIn,
  summary: 'Create or clone a customer',
  body: newCustomerFields,
  response: customerDetail,
  idempotency: 'required',
  approvable: true,
});

const text = (max: number) => plainText(max).nullable().optional();
const code = plainText(20).transform(readCode).nullable().optional();
const flag = z
  .union([z.boolean(), z.enum(['true', 'false', ''])])
  .nullable()
  .optional();

/** The editable fields of a customer as `general` returns them; other fields are dropped. */
const customerForm = z.object({
  name: text(200),
  email: text(200),
  phone: text(20),
  tax_exempt: text(10),
  address: z
    .object({ line1: text(200), city: text(100), state: text(40), postal_code: text(20), country: text(2) })
    .nullable()
    .optional(),
  metadata: z
    .object({
      CustomerCode: code,
      SecondaryCode: code,
      TheCardNumber: code,
      CarMake: text(60),
      CarModel: text(60),
      CarColor: text(40),
      isCommercial: flag,
      isTruck: flag,
      isBusinessSelect: flag,
      isFleet: flag,
      isUberLyft: flag,
    })
    .optional(),
});
export type CustomerForm = z.output<typeof customerForm>;

/**
 * Saves a customer. Send the complete new customer, and in `base` the customer as loaded: only fields that differ are written. 409
 * `changed` with details {fields: [{field, base, yours, theirs}]} if another user changed one of them meanwhile; nothing is written. 400
 * for an invalid field, 403 for tax and Business Select below SupportCenter, 404 `customer_not_found`, 409 `customer_deleted`,
 * `code_taken`.
 */
export const saveCustomer = endpoint({
  id: 'saveCustomer',
  method: 'POST',
  path: '/customer/{id}',
  access: signedIn,
  summary: 'Save changes of a customer',
  params: z.object({ id: providerId }),
  body: customerForm.extend({ base: customerForm }),
  response: customerDetail,
  idempotency: 'required',
  approvable: true,
});

export const writableMetadata = [
  'nextprice',
  'nextpriceexpires',
  'price_change_data',
  'clonedTo',
  'bademail',
  'scheduleAcknowledged',
] as const;
export type WritableMetadata = (typeof writableMetadata)[number];

/**
 * `nextprice` is the id of a price of the member's class and site in its range, `nextpriceexpires` epoch seconds at most a month ahead. These
 * two, `price_change_data` and `clonedTo` need SalesManager. Returns the key alone. The oldest entries of `price_change_data` are dropped if
 * it would become too long. 404 `customer_not_found`, 409 `customer_deleted`, `price_out_of_range`.
 */
export const setCustomerMetadata = endpoint({
  id: 'setCustomerMetadata',
  method: 'POST',
  path: '/customer/{id}/metadata',
  access: signedIn,
  summary: 'Write one metadata key of a customer',
  params: z.object({ id: providerId }),
  body: singleKeyUpdate(writableMetadata, trimmedText(2_000)),
  response: z.object({ id: z.string(), metadata: z.record(z.string(), z.string()) }),
  idempotency: 'required',
});

/** 404 `customer_not_found`; 409 `customer_deleted`, `customer_incomplete`, `plan_running`; `credit_left` with `credit` in its details. */
export const deleteCustomer = endpoint({
  id: 'deleteCustomer',
  method: 'DELETE',
  path: '/customer/{id}',
  access: atLeastRole('SalesManager'),
  summary: 'Delete a customer',
  params: z.object({ id: providerId }),
  query: z.object({ reason: trimmedText(500).min(1, 'is required') }),
  response: z.object({ id: z.string(), deleted: z.literal(true) }),
  idempotency: 'required',
  approvable: true,
});
