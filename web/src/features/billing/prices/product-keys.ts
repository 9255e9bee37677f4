import type { editableProductKeys } from '@washdesk/contracts/billing/catalogue';

export type ProductKey = (typeof editableProductKeys)[number];

/** The display names of a product's metadata keys. */
export const productKeyNames: Readonly<Record<ProductKey, string>> = {
  Sitewatch_Club_Code: 'Club code',
  downgrade_class: 'Downgrades to',
  upgrade_class: 'Upgrades to',
  product_class: 'Product class',
  sort_order: 'Sort order',
  stripe_redeem: 'Redeem',
};

/** The hint for each key. */
export const productKeyHints: Readonly<Record<ProductKey, string>> = {
  Sitewatch_Club_Code: 'One letter: the plan’s club code in Sitewatch. E and F are interior plans.',
  downgrade_class: 'Product classes, separated by commas. Empty for no downgrade.',
  upgrade_class: 'Product classes, separated by commas. Empty for no upgrade.',
  product_class: 'Sets the prices, price range and guarantee.',
  sort_order: 'Products are sorted by this number.',
  stripe_redeem: 'true or false: whether members can wash with this plan.',
};
