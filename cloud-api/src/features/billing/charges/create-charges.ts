import { customerCharges, searchCharges } from '@washdesk/contracts/billing/charge';
import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import { principalOf, route, type Route } from '../../../http/route.ts';
import type { ReadFreshCustomer } from '../../../mirror/reads/read-fresh-customer.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import { ChargesService } from './charges.service.ts';

const chargesRoutes = (charges: ChargesService): Route[] => [
  route(searchCharges, ({ body, query, caller }) => charges.search(principalOf(caller), body, query.page)),
  route(customerCharges, ({ params, query }) => charges.ofCustomer(params.id, { fresh: query.noCache === 'true', page: query.page })),
];

interface Dependencies {
  db: Db;
  clock: Clock;
  refresh: ReadFreshCustomer;
  settings: ReadSetting;
}

export const createCharges = ({ db, clock, refresh, settings }: Dependencies): Feature => ({
  routes: chargesRoutes(new ChargesService({ db, clock, refresh, mapping: () => settings('siteMapping') })),
});
