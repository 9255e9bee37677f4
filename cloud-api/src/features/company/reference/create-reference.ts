import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import type { Clock } from '../../../ports/clock.ts';
import { referenceRoutes } from './reference.routes.ts';
import { ReferenceService } from './reference.service.ts';

/** The lists that screens offer. */
export const createReference = ({ db, clock }: { db: Db; clock: Clock }): Feature => ({
  routes: referenceRoutes(new ReferenceService({ db, clock })),
});
