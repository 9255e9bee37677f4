import type { Customer } from '@washdesk/contracts/members/customer';
import { atLeast, Role } from '@washdesk/rules/company/roles';
import { maskEmail, maskPhone } from '@washdesk/rules/customers/masked-contact';
import type { Principal } from '../../../common/caller.ts';

/** Returns a customer as a list shows it: below SalesManager, contact data is only recognizable (docs/rules/access.md#seeing-customers). */
export function listedCustomers(customers: readonly Customer[], { roles }: Principal): Customer[] {
  if (atLeast(roles, Role.SalesManager)) return [...customers];
  return customers.map(({ phone, email, ...customer }) => ({
    ...customer,
    phone: phone && maskPhone(phone),
    email: email && maskEmail(email),
    address: null,
  }));
}
