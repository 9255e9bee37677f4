import type { PlanSettings } from '@washdesk/rules/plans/offered-plan';
import type { Db } from '../../../db/pool.ts';
import type { OfferingFeature } from '../../../feature.ts';
import type { Operations } from '../../../operations/operations.ts';
import type { Cache } from '../../../ports/cache.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import { catalogueRoutes } from './catalogue.routes.ts';
import { CatalogueService } from './catalogue.service.ts';
import { ProductEditService } from './product-edit.service.ts';

interface Dependencies {
  db: Db;
  operations: Operations;
  planSettings: () => Promise<PlanSettings>;
  cache: Cache;
  settings: ReadSetting;
}

export function createCatalogue({ db, operations, planSettings, cache, settings }: Dependencies) {
  const catalogue = new CatalogueService({ db, planSettings, cache });
  return {
    officeAuditKinds: ['product'],
    routes: catalogueRoutes({ catalogue, productEdits: new ProductEditService({ db, operations, settings }) }),
    /** The plans of all prices. */
    plans: () => catalogue.plans(),
  } satisfies OfferingFeature;
}
