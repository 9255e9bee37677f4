import { salesByEmployee, soldPlans } from '@washdesk/contracts/company/sales';
import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import { principalOf, route } from '../../../http/route.ts';
import type { Clock } from '../../../ports/clock.ts';
import { PlanSalesService } from './sales.service.ts';
import { personalData } from './sales.store.ts';

export function createSales(dependencies: { db: Db; clock: Clock }): Feature {
  const sales = new PlanSalesService(dependencies);
  return {
    personalData,
    routes: [
      route(salesByEmployee, ({ query, caller, wantsCsv }) =>
        wantsCsv ? sales.employeesFile(query, principalOf(caller)) : sales.byEmployee(query, principalOf(caller)),
      ),
      route(soldPlans, ({ query, caller, wantsCsv }) =>
        wantsCsv ? sales.listFile(query, principalOf(caller)) : sales.list(query, principalOf(caller)),
      ),
    ],
  };
}
