import { deductGiftCard, findGiftCards } from '@washdesk/contracts/sites/gift-card';
import { getSale, listSales } from '@washdesk/contracts/sites/sale';
import { listColors, listMakes, listModels, listSites, listTerminals, topSellers } from '@washdesk/contracts/sites/sitewatch-lists';
import type { SiteMapping } from '@washdesk/rules/company/sites';
import { siteOf } from '../../../common/caller.ts';
import { principalOf, requiredKey, route, type Input, type Route } from '../../../http/route.ts';
import type { GiftCards } from './gift-cards.service.ts';
import type { ListKind } from './list-questions.ts';
import { copyFields, siteRows, terminalRows } from './list-rows.ts';
import type { SitewatchLists } from './lists.service.ts';
import type { SitewatchSalesService } from './sales.service.ts';

export interface SitewatchServices {
  lists: SitewatchLists;
  giftCards: GiftCards;
  sales: SitewatchSalesService;
  mapping: () => Promise<SiteMapping>;
}

export const sitewatchRoutes = (services: SitewatchServices): Route[] => [
  ...listRoutes(services),
  route(findGiftCards, ({ params, caller }) => services.giftCards.find(principalOf(caller), params.code)),
  route(deductGiftCard, ({ params, body, caller, idempotencyKey }) =>
    services.giftCards.deduct(principalOf(caller), {
      key: requiredKey(idempotencyKey),
      code: params.code,
      card: body.card,
      amount: body.amount,
    }),
  ),
  route(listSales, async ({ query, caller }) => {
    const sales = await services.sales.ofCode(principalOf(caller), query.code, query.site);
    return { sales, count: sales.length, next_page: null };
  }),
  route(getSale, ({ params, caller }) => services.sales.detail(principalOf(caller), params.site, params.sale)),
];

function listRoutes({ lists, mapping }: SitewatchServices): Route[] {
  const read = <K extends ListKind>(kind: K, { query, caller }: Pick<Input<typeof listMakes>, 'query' | 'caller'>) =>
    lists.read(kind, siteOf(principalOf(caller)), query.noCache === 'true');
  return [
    route(listMakes, async (input) => {
      const copy = await read('makes', input);
      return { makes: copy.rows, ...copyFields(copy.rows, copy) };
    }),
    route(listModels, async (input) => {
      const copy = await read('models', input);
      const { make } = input.query;
      const models = make === undefined ? copy.rows : copy.rows.filter(({ MAKE }) => MAKE === make);
      return { models, ...copyFields(models, copy) };
    }),
    route(listColors, async (input) => {
      const copy = await read('colors', input);
      return { colors: copy.rows, ...copyFields(copy.rows, copy) };
    }),
    route(listSites, async (input) => {
      const copy = await read('sites', input);
      const sites = siteRows(copy.rows, await mapping());
      return { sites, ...copyFields(sites, copy) };
    }),
    route(listTerminals, async (input) => {
      const copy = await read('terminals', input);
      const terminals = terminalRows(copy.rows);
      return { terminals, ...copyFields(terminals, copy) };
    }),
    route(topSellers, async (input) => {
      const copy = await read('topsellers', input);
      return { topsellers: copy.rows, ...copyFields(copy.rows, copy) };
    }),
  ];
}
