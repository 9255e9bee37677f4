import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import type { Clock } from '../../../ports/clock.ts';
import { errorsRoutes } from './errors.routes.ts';
import { ErrorsService } from './errors.service.ts';

/** Errors that browsers report. */
export const createErrors = (dependencies: { db: Db; clock: Clock }): Feature => ({
  routes: errorsRoutes(new ErrorsService(dependencies)),
});
