/** The classes of product that a company sells (docs/rules/company.md#reference-lists). */
export const productClasses = [
  'Super Kiss',
  'Super Kiss Plus',
  'Interior',
  'Super Interior',
  'Oil Change',
  'Once A Month Car',
  'Once A Month Truck',
  'Online Offers',
] as const;

export type ProductClass = (typeof productClasses)[number];

/** Where a list can be narrowed to one product class, this asks for every one. */
export const allProductClasses = 'all';

const stripePlanPrefix = 'STR';

/** Whether a Sitewatch club plan is billed by the card provider: its name starts with STR (docs/rules/members.md#search). */
export function planTypeIsStripe(planName: string): boolean {
  return planName.trim().startsWith(stripePlanPrefix);
}

/** Whether a product class is of the plus type, whose members have a loyalty group of their own. */
export function isPlusClass(productClass: string): boolean {
  return /\splus$/i.test(productClass.trim());
}
