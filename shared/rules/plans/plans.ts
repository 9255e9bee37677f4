/** The classes of product that a company sells (front-desk section 3, "Product classes"). */
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

/** Whether a Sitewatch club plan is billed by the card provider: its name starts with STR (front-desk section 4, "Search"). */
export function planTypeIsStripe(planName: string): boolean {
  return planName.trim().startsWith(stripePlanPrefix);
}

/** Whether a product class is of the plus type, whose members have a loyalty group of their own (customer-detail section 4). */
export function isPlusClass(productClass: string): boolean {
  return /\splus$/i.test(productClass.trim());
}
