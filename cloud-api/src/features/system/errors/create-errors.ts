import { reportError } from '@washdesk/contracts/system/status';
import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import type { Clock } from '../../../ports/clock.ts';
import { ErrorsService } from './errors.service.ts';
import { limiter } from '../../../common/rate-limit.ts';
import { route, type Route } from '../../../http/route.ts';

function errorsRoutes(errors: ErrorsService): Route[] {
  // open to the public, so that the sign-in page can report too: a loop must not fill the disk
  const reports = limiter(20, 60);
  return [
    route(reportError, async ({ body, caller }) => {
      await reports.use(caller.ip);
      return { id: await errors.keep(body, caller) };
    }),
  ];
}

/** Errors that browsers report. */
export const createErrors = (dependencies: { db: Db; clock: Clock }): Feature => ({
  routes: errorsRoutes(new ErrorsService(dependencies)),
});
