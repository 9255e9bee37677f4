import { getRevenue } from '@washdesk/contracts/company/revenue';
import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import { route } from '../../../http/route.ts';
import { RevenueService } from './revenue.service.ts';

export function createRevenue({ db }: { db: Db }): Feature {
  const revenue = new RevenueService(db);
  return { routes: [route(getRevenue, ({ query }) => revenue.period(query))] };
}
