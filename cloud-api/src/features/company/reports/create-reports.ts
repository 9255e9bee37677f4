import { getReport, multiActiveCodes } from '@washdesk/contracts/company/report';
import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import { route } from '../../../http/route.ts';
import { ReportsService } from './reports.service.ts';

export function createReports({ db }: { db: Db }): Feature {
  const reports = new ReportsService(db);
  return {
    routes: [
      route(getReport, async ({ params, query, wantsCsv }) =>
        wantsCsv ? reports.file(params.id, query) : await reports.report(params.id, query),
      ),
      route(multiActiveCodes, ({ query }) => reports.multiActiveCodes(query)),
    ],
  };
}
