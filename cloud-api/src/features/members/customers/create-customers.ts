import type { Settings } from '@washdesk/rules/company/settings';
import type { Db } from '../../../db/pool.ts';
import type { Operations } from '../../../operations/operations.ts';
import type { AgeOfCustomer } from '../../../mirror/reads/customer-age.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Payments } from '../../../ports/payments.ts';
import { CreateCustomerService } from './create.service.ts';
import { CustomersService } from './customers.service.ts';
import { DeleteCustomerService } from './delete.service.ts';
import { CustomerDetails } from './details.service.ts';
import { CustomerMetadataService } from './metadata.service.ts';
import { SaveCustomerService } from './save.service.ts';

interface Parts {
  db: Db;
  operations: Operations;
  payments: Payments;
  clock: Clock;
  ageOf: AgeOfCustomer;
  settings: <N extends 'siteMapping' | 'placeholderEmailDomain'>(name: N) => Promise<Settings[N]>;
}

/** The services of this feature, made of each other. */
export function createCustomers({ db, operations, payments, clock, ageOf, settings }: Parts) {
  const details = new CustomerDetails({ db, clock, ageOf });
  const placeholderEmailDomain = () => settings('placeholderEmailDomain');
  return {
    customers: new CustomersService(db),
    details,
    creations: new CreateCustomerService({
      db,
      operations,
      payments,
      details,
      siteMapping: () => settings('siteMapping'),
      placeholderEmailDomain,
    }),
    saves: new SaveCustomerService({ operations, payments, details, placeholderEmailDomain }),
    metadata: new CustomerMetadataService({ db, operations, clock }),
    deletions: new DeleteCustomerService({ db, operations, payments }),
  };
}
