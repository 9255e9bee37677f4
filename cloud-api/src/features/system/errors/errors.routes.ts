import { reportError } from '@washdesk/contracts/system/status';
import { limiter } from '../../../common/rate-limit.ts';
import { route, type Route } from '../../../http/route.ts';
import type { ErrorsService } from './errors.service.ts';

export function errorsRoutes(errors: ErrorsService): Route[] {
  // open to the public, so that the sign-in page can report too: a loop must not fill the disk
  const reports = limiter(20, 60);
  return [
    route(reportError, async ({ body, caller }) => {
      await reports.use(caller.ip);
      return { id: await errors.keep(body, caller) };
    }),
  ];
}
