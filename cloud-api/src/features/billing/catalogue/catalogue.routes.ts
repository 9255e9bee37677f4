import { editProduct, getPrice, listPrices, listProducts, locationPlans, locationPrices } from '@washdesk/contracts/billing/catalogue';
import { principalOf, requiredKey, route, type Route } from '../../../http/route.ts';
import type { CatalogueService } from './catalogue.service.ts';
import type { ProductEditService } from './product-edit.service.ts';

interface Services {
  catalogue: CatalogueService;
  productEdits: ProductEditService;
}

export const catalogueRoutes = ({ catalogue, productEdits }: Services): Route[] => [
  route(listProducts, async () => {
    const products = await catalogue.products();
    return { products, count: products.length };
  }),
  route(editProduct, ({ params, query, body, caller, idempotencyKey }) =>
    productEdits.edit(principalOf(caller), requiredKey(idempotencyKey), params.id, { ...body, members: query.members }),
  ),
  route(listPrices, async ({ query }) => {
    const prices = await catalogue.prices(query.productClass);
    return { prices, count: prices.length };
  }),
  route(getPrice, ({ params }) => catalogue.price(params.id)),
  route(locationPlans, async ({ params }) => ({ mode: 'signup' as const, plans: await catalogue.plansAt(params.id) })),
  route(locationPrices, async () => {
    const prices = await catalogue.pricesBySite();
    return { prices, count: prices.length, problems: await catalogue.priceProblems() };
  }),
];
