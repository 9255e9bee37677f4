import type { editableProductKeys } from '@washdesk/contracts/billing/catalogue';

export type ProductKey = (typeof editableProductKeys)[number];

/** The keys of a product's metadata in words. */
export const productKeyNames: Readonly<Record<ProductKey, string>> = {
  Sitewatch_Club_Code: 'Club code',
  downgrade_class: 'Downgrades to',
  upgrade_class: 'Upgrades to',
  product_class: 'Product class',
  sort_order: 'Sort order',
  stripe_redeem: 'Redeem',
};

/** What each key is good for. */
export const productKeyHints: Readonly<Record<ProductKey, string>> = {
  Sitewatch_Club_Code: "One letter: the plan's club in Sitewatch. E and F are interior plans.",
  downgrade_class: 'Product classes with commas between. Empty: no downgrade.',
  upgrade_class: 'Product classes with commas between. Empty: no upgrade.',
  product_class: 'Prices, price range and guarantee go by it.',
  sort_order: 'Products are listed by this number.',
  stripe_redeem: 'true or false: whether a member may wash with it.',
};
