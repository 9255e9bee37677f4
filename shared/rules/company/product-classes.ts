/** The product classes that a company sells (docs/rules/company.md#reference-lists). */
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

/** The filter value for every product class. */
export const allProductClasses = 'all';

const stripePlanPrefix = 'STR';

/** Whether the card provider bills a Sitewatch club plan: its name starts with STR (docs/rules/members.md#search). */
export function planTypeIsStripe(planName: string): boolean {
  return planName.trim().startsWith(stripePlanPrefix);
}

/** Whether a product class is a plus class, whose members have their own loyalty group. */
export function isPlusClass(productClass: string): boolean {
  return /\splus$/i.test(productClass.trim());
}
