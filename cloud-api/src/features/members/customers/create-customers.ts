import type { PlanSettings } from '@washdesk/rules/plans/offered-plan';
import type { Db } from '../../../db/pool.ts';
import type { OfferingFeature } from '../../../feature.ts';
import type { OnClaim } from '../../../mirror/projection/claims.store.ts';
import type { AgeOfCustomer } from '../../../mirror/reads/customer-age.ts';
import type { Operations } from '../../../operations/operations.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Payments } from '../../../ports/payments.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import { claimOrRefuse } from './claim.ts';
import { CreateCustomerService } from './create.service.ts';
import { customersRoutes } from './customers.routes.ts';
import { CustomersService } from './customers.service.ts';
import { DeleteCustomerService } from './delete.service.ts';
import { CustomerDetails } from './details.service.ts';
import { CustomerMetadataService } from './metadata.service.ts';
import { SaveCustomerService } from './save.service.ts';

interface Dependencies {
  db: Db;
  operations: Operations;
  payments: Payments;
  clock: Clock;
  ageOf: AgeOfCustomer;
  settings: ReadSetting;
  planSettings: () => Promise<PlanSettings>;
  claimListeners: readonly OnClaim[];
}

export function createCustomers({ db, operations, payments, clock, ageOf, settings, planSettings, claimListeners }: Dependencies) {
  const details = new CustomerDetails({ db, clock, ageOf });
  const siteMapping = () => settings('siteMapping');
  const placeholderEmailDomain = () => settings('placeholderEmailDomain');
  const claim = claimOrRefuse(claimListeners);
  const saves = new SaveCustomerService({ operations, payments, details, claim, placeholderEmailDomain });
  return {
    routes: customersRoutes({
      customers: new CustomersService(db),
      details,
      creations: new CreateCustomerService({ db, operations, payments, details, claim, siteMapping, placeholderEmailDomain }),
      saves,
      metadata: new CustomerMetadataService({ db, operations, clock, planSettings }),
      deletions: new DeleteCustomerService({ db, operations, payments }),
    }),
    exemptionSwitched: saves.exemptionSwitched.bind(saves),
    /** For members, who start their plan again. */
    claim,
    /** For members, who move their plan to another plate. */
    save: saves.save.bind(saves),
  } satisfies OfferingFeature;
}
