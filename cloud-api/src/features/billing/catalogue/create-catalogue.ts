import type { PlanSettings } from '@washdesk/rules/plans/offered-plan';
import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
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

export const createCatalogue = ({ db, operations, planSettings, cache, settings }: Dependencies): Feature => ({
  officeAuditKinds: ['product'],
  routes: catalogueRoutes({
    catalogue: new CatalogueService({ db, planSettings, cache }),
    productEdits: new ProductEditService({ db, operations, settings }),
  }),
});
