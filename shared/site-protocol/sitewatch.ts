import { z } from 'zod';
import { openEnum } from './open-enum.ts';

/** The parts of a member's club plan in Sitewatch; the `planName` of a Stripe plan starts with STR. */
export const sitewatchPlan = z.object({
  planName: z.string(),
  isStripe: z.boolean(),
  productClass: z.string().nullable(),
  starts: z.iso.date().nullable(),
  expires: z.iso.date().nullable(),
});
export const sitewatchCustomer = z.object({
  objid: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  codes: z.array(z.object({ objid: z.int(), code: z.string() })),
  plans: z.array(sitewatchPlan),
});
export type SitewatchCustomer = z.infer<typeof sitewatchCustomer>;

export const sitewatchEmployee = z.object({ number: z.int().positive(), firstName: z.string(), lastName: z.string(), active: z.boolean() });
export type SitewatchEmployee = z.infer<typeof sitewatchEmployee>;

/** A site in Sitewatch's numbering. */
export const sitewatchSite = z.object({ number: z.int(), name: z.string(), state: z.string().nullable() });
export type SitewatchSite = z.infer<typeof sitewatchSite>;

/** A make or a color, with Sitewatch's column names. */
export const vehicleName = z.object({ ID: z.int(), NAME: z.string() });
export const vehicleModel = z.object({ ID: z.int(), NAME: z.string(), MAKE: z.int() });

export const clubPlan = z.object({
  objid: z.int(),
  name: z.string(),
  redeemId: z.int().nullable(),
  clubAccess: z.string().nullable(),
  isStripe: z.boolean(),
  productClass: z.string().nullable(),
  active: z.boolean(),
});
export type ClubPlan = z.infer<typeof clubPlan>;

/** Cents. `used` is zero or negative: the balance is `credit + used`. Several cards may share a code; an older agent sends no `objid`. */
export const giftCard = z.object({ objid: z.int().optional(), code: z.string(), planName: z.string(), credit: z.int(), used: z.int() });
export type GiftCard = z.infer<typeof giftCard>;

/** The site's local time, as Sitewatch stores it: '2026-11-21 09:30:00'. */
export const wallClock = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?$/);

/** Cents; `planName` is the redeemed club plan. */
export const sitewatchSale = z.object({
  saleId: z.int32(),
  created: wallClock,
  terminal: z.string().nullable(),
  employee: z.int32().nullable(),
  code: z.string().nullable(),
  planName: z.string().nullable(),
  total: z.int32(),
  tax: z.int32(),
  /** 0 closed, 1 voided. */
  status: z.int32(),
});
export type SitewatchSale = z.infer<typeof sitewatchSale>;
export const sitewatchSaleDetail = sitewatchSale.extend({
  items: z.array(z.object({ name: z.string(), quantity: z.int(), amount: z.int() })),
  tenders: z.array(z.object({ type: z.string(), amount: z.int(), reference: z.string().nullable() })),
  discounts: z.array(z.object({ type: z.string().nullable(), amountSaved: z.int(), description: z.string().nullable() })),
});

/** Cents. `site` is the number in the row itself. */
export const sitewatchDiscount = z.object({
  sourceSystem: z.string().nullable(),
  discountType: z.string().nullable(),
  site: z.int().nullable(),
  at: wallClock.nullable(),
  amountSaved: z.int(),
  description: z.string().nullable(),
});
export type SitewatchDiscount = z.infer<typeof sitewatchDiscount>;

/** A code in Sitewatch; a disabled one has `~` and its own objid appended. */
export const sitewatchCode = z.object({ objid: z.int(), customer: z.int(), code: z.string() });
export type SitewatchCode = z.infer<typeof sitewatchCode>;

/** Identifies a customer: by the objid at this site if known, otherwise by any of the codes. */
export const sitewatchCustomerRef = z.object({ objid: z.int().nullable(), codes: z.array(z.string().min(1).max(40)).max(10) });
export type SitewatchCustomerRef = z.infer<typeof sitewatchCustomerRef>;

/** `now` is the member's plate or tag, `was` the one last sent to this site; null for none. */
const toldCode = z.object({ now: z.string().max(40).nullable(), was: z.string().max(40).nullable() });

/** A member's complete data for a site's Sitewatch, written in one transaction (docs/decisions/0003-jobs.md). */
export const sitewatchMember = z.object({
  /**
   * The customer's number in this site's Sitewatch, from the site's last response; null if it never sent one. It counts only if that
   * customer has one of the codes below: a restored Sitewatch may have given the number to another customer.
   */
  objid: z.int().nullable(),
  /** Codes that the site listed for this customer in its last response. */
  known: z.array(z.string().max(40)).max(60).optional(),
  /** Customers of this site that are other members of the company: never matched, even by a shared code. */
  others: z.array(z.int()).max(50).optional(),
  /** Codes that this site still assigns to another member of the company: not used to find a customer. */
  foreign: z.array(z.string().max(40)).max(4).optional(),
  firstName: z.string().max(30),
  lastName: z.string().max(30),
  email: z.string().max(80).nullable(),
  phone: z.string().max(20).nullable(),
  city: z.string().max(40).nullable(),
  state: z.string().max(2).nullable(),
  zip: z.string().max(10).nullable(),
  country: z.string().max(2),
  make: z.string().max(40).nullable(),
  model: z.string().max(40).nullable(),
  color: z.string().max(20).nullable(),
  isCommercial: z.boolean(),
  taxExempt: z.boolean(),
  plate: toldCode,
  tag: toldCode,
  /**
   * The running plan; null if there is none: every Stripe plan then ends on `today`. `expires` is the first day on which the plan is no
   * longer valid.
   */
  plan: z.object({ productClass: z.string(), expires: z.iso.date() }).nullable(),
  /** The site's date. */
  today: z.iso.date(),
});
export type SitewatchMember = z.infer<typeof sitewatchMember>;

/**
 * A customer as Sitewatch has it: the fields that a converge writes, every code, also disabled ones, and the running Stripe plans. A plan
 * without `expires` has no end.
 */
export const sitewatchCustomerRecord = z.object({
  objid: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zip: z.string().nullable(),
  country: z.string().nullable(),
  make: z.string().nullable(),
  model: z.string().nullable(),
  color: z.string().nullable(),
  isCommercial: z.boolean(),
  taxExempt: z.boolean(),
  codes: z.array(z.string()),
  plans: z.array(z.object({ productClass: z.string().nullable(), expires: z.iso.date().nullable() })),
});
export type SitewatchCustomerRecord = z.infer<typeof sitewatchCustomerRecord>;

/** The outcome of a deduction; only `deducted` changed anything. */
export const deductionResult = openEnum(['deducted', 'exceeds-balance', 'zero-balance', 'not-found']);

export const sitewatchTerminal = z.object({ name: z.string(), type: z.string(), ipAddress: z.string().nullable() });
export type SitewatchTerminal = z.infer<typeof sitewatchTerminal>;

/** A redeemed wash, written to Sitewatch as a sale whose tender reference is the usage id. */
export const usageRecord = z.object({
  usageId: z.uuid(),
  code: z.string().max(40),
  /** Sitewatch's plan is found by its name or by the product class it mirrors. */
  planName: z.string().max(60),
  productClass: z.string().max(40).nullable(),
  terminal: z.string().max(30).nullable(),
  employee: z.int().nullable(),
  at: z.iso.datetime(),
});
export type UsageRecord = z.infer<typeof usageRecord>;
