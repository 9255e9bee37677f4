import { clearErrors, listErrorGroups, listErrors } from '@washdesk/contracts/system/error-list';
import { reportError } from '@washdesk/contracts/system/status';
import { customerNetwork } from '../../../common/networks.ts';
import { rateLimiter } from '../../../common/rate-limit.ts';
import type { Db } from '../../../db/pool.ts';
import type { OfferingFeature } from '../../../feature.ts';
import { route, type Route } from '../../../http/route.ts';
import type { Clock } from '../../../ports/clock.ts';
import { ErrorsService, type FailedRequest } from './errors.service.ts';
import { personalData } from './errors.store.ts';

const pageSize = 20;

function errorsRoutes(errors: ErrorsService): Route[] {
  // public, so that the sign-in page can report too; the limit keeps a loop from filling the disk
  const reports = rateLimiter(20, 60);
  return [
    route(reportError, async ({ body, caller }) => {
      await reports.use(customerNetwork(caller.ip));
      return { id: await errors.keep(body, caller) };
    }),
    route(listErrorGroups, ({ query }) => errors.groups(query.search)),
    route(listErrors, ({ query: { search, group, page, pageSize: size } }) => errors.list({ search, group }, page ?? 1, size ?? pageSize)),
    route(clearErrors, ({ query, keyedCall }) => errors.clear(keyedCall(), query.until)),
  ];
}

/** Limit for a fault in every request, so that it cannot fill the disk; the log has every one. */
const serverErrorsAMinute = 60;

/** Errors reported by browsers, and those of the server (docs/rules/company.md#errors). */
export function createErrors(dependencies: { db: Db; clock: Clock }) {
  const errors = new ErrorsService(dependencies);
  const kept = rateLimiter(serverErrorsAMinute, 60);
  return {
    officeAuditKinds: ['errors'],
    personalData,
    routes: errorsRoutes(errors),
    /** For the HTTP layer: stores an error whose response was 500. */
    async keepServerError(error: unknown, request: FailedRequest): Promise<void> {
      await kept.use('server');
      await errors.keepServerError(error, request);
    },
  } satisfies OfferingFeature;
}
