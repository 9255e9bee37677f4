import { Role, type RoleName } from '@washdesk/rules/company/roles';
import type { Company } from '@washdesk/simulators/company/company';
import type { Login } from '@washdesk/simulators/company/model';
import { querySitewatch, sitewatchOf } from '../../workbench/sitewatch.ts';
import type { NumberedWorkbench } from './run-workbench.ts';

/** The person who holds this role alone. */
export function personWith({ logins }: Company, role: RoleName): Login {
  const person = logins.find(({ roles }) => roles === Role[role]);
  if (!person) throw new Error(`Nobody in the company is a ${role} alone`);
  return person;
}

/** A cashier whom the site's Sitewatch has just got, and no other test meets. */
export async function newEmployee(workbench: NumberedWorkbench, site: number): Promise<{ number: number; name: string }> {
  const number = 90_000 + (await workbench.nextNumber('employee'));
  await querySitewatch(sitewatchOf(workbench, site), 'insert into employee (objid, number, firstname, lastname) values (?, ?, ?, ?)', [
    number,
    number,
    'Nadia',
    `Novak ${number}`,
  ]);
  return { number, name: `Nadia Novak ${number}` };
}
