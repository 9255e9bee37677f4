import { Role, type RoleName } from '@washdesk/rules/company/roles';
import type { Company } from '@washdesk/simulators/company/company';
import type { Login } from '@washdesk/simulators/company/model';
import { querySitewatch, sitewatchOf } from '../../workbench/sitewatch.ts';
import type { NumberedWorkbench } from './run-workbench.ts';

/** Returns the person who has only this role. */
export function personWith({ logins }: Company, role: RoleName): Login {
  const person = logins.find(({ roles }) => roles === Role[role]);
  if (!person) throw new Error(`No person in the company has only the role ${role}`);
  return person;
}

/** Adds a cashier to the site's Sitewatch whom no other test uses. */
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
