import type * as company from '../../company/model.ts';

export type Product = ReturnType<typeof makeProduct>;

/** @param created epoch seconds */
export function makeProduct(product: company.Product, created: number) {
  const metadata: Record<string, string> = {
    Sitewatch_Club_Code: product.clubCode,
    product_class: product.productClass,
    sort_order: String(product.sortOrder),
    stripe_redeem: String(product.redeemable),
    planduration: String(product.planDurationMonths),
    ...(product.upgradeClass ? { upgrade_class: product.upgradeClass } : {}),
    ...(product.downgradeClass ? { downgrade_class: product.downgradeClass } : {}),
  };
  return {
    id: product.id,
    object: 'product' as const,
    active: true,
    created,
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata,
    name: product.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: created,
    url: null,
  };
}
