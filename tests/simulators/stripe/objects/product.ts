import type * as company from '@washdesk/simulators/company/model';

export type Product = ReturnType<typeof newProduct>;

/** `created` in epoch seconds. */
export interface ProductFacts {
  id: string;
  name: string;
  created: number;
  active?: boolean;
  description?: string | null;
  metadata?: Record<string, string>;
}

export function newProduct({ id, name, created, active = true, description = null, metadata = {} }: ProductFacts) {
  return {
    id,
    object: 'product' as const,
    active,
    created,
    default_price: null,
    description,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata,
    name,
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

/** @param created epoch seconds */
export function makeProduct(product: company.Product, created: number): Product {
  return newProduct({
    id: product.id,
    name: product.name,
    created,
    metadata: {
      Sitewatch_Club_Code: product.clubCode,
      product_class: product.productClass,
      sort_order: String(product.sortOrder),
      stripe_redeem: String(product.redeemable),
      planduration: String(product.planDurationMonths),
      ...(product.upgradeClass ? { upgrade_class: product.upgradeClass } : {}),
      ...(product.downgradeClass ? { downgrade_class: product.downgradeClass } : {}),
    },
  });
}
