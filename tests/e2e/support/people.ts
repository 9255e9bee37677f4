import { Role, type RoleName } from '@washdesk/rules/company/roles';
import type { Company } from '@washdesk/tests/simulators/company/company';
import type { Login } from '@washdesk/tests/simulators/company/model';

/** The person who holds this role alone. */
export function personWith({ logins }: Company, role: RoleName): Login {
  const person = logins.find(({ roles }) => roles === Role[role]);
  if (!person) throw new Error(`Nobody in the company is a ${role} alone`);
  return person;
}
