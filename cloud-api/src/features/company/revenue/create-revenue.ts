import { getRevenue } from '@washdesk/contracts/company/revenue';
import type { Period } from '@washdesk/rules/dates/periods';
import type { Db } from '../../../db/pool.ts';
import type { OfferingFeature } from '../../../feature.ts';
import { route } from '../../../http/route.ts';
import { RevenueService } from './revenue.service.ts';

export function createRevenue({ db }: { db: Db }) {
  const revenue = new RevenueService(db);
  return {
    routes: [route(getRevenue, ({ query }) => revenue.period(query))],
    revenueOf: (period: Period) => revenue.period(period),
  } satisfies OfferingFeature;
}
