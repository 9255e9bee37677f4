import type { PlanSettings } from '@washdesk/rules/plans/offered-plan';
import type { MoneyParts } from './compose-parts.ts';
import { systemClock } from './adapters/clock/system-clock.ts';
import { createCustomers } from './features/members/customers/create-customers.ts';
import { customersRoutes } from './features/members/customers/customers.routes.ts';
import { customerInvoicesRoutes } from './features/billing/invoices/customer-invoices.routes.ts';
import { CustomerInvoicesService } from './features/billing/invoices/customer-invoices.service.ts';
import { customerCardsRoutes } from './features/billing/payment-methods/customer-cards.routes.ts';
import { CustomerCardsService } from './features/billing/payment-methods/customer-cards.service.ts';
import { customerPlansRoutes } from './features/billing/subscriptions/read/customer-plans.routes.ts';
import { CustomerPlansService } from './features/billing/subscriptions/read/customer-plans.service.ts';
import { PlanFacts } from './features/billing/subscriptions/plan-facts.ts';
import type { Route } from './http/route.ts';
import { ageOfCustomerIn } from './mirror/reads/customer-age.ts';

interface Parts extends MoneyParts {
  planSettings: () => Promise<PlanSettings>;
}

/** The services around one customer: who it is, and everything that belongs to it at the payment provider. */
export function customerRoutes({ db, operations, payments, clock, settings, planSettings }: Parts): Route[] {
  const ageOf = ageOfCustomerIn({ db, payments, clock, systemClock, settings });
  const facts = new PlanFacts({ db, settings: planSettings });
  return [
    ...customersRoutes(createCustomers({ db, operations, payments, clock, ageOf, settings })),
    ...customerPlansRoutes(new CustomerPlansService({ db, facts, ageOf })),
    ...customerInvoicesRoutes(new CustomerInvoicesService({ db, ageOf })),
    ...customerCardsRoutes(new CustomerCardsService({ db, ageOf })),
  ];
}
