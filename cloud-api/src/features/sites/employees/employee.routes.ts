import { findEmployee, terminalLookup } from '@washdesk/contracts/sites/sitewatch';
import type { Caller } from '../../../common/caller.ts';
import { route, type Route } from '../../../http/route.ts';
import type { EmployeeService } from './employee.service.ts';
import type { TerminalService } from './terminal.service.ts';

export interface EmployeeRoutesOptions {
  employees: EmployeeService;
  terminals: TerminalService;
  /** Limits a device's lookups while no one is signed in: ten per minute, counted together with its sign-ins. */
  lookups: { use(device: string): Promise<void> };
}

const siteOfCaller = ({ device, principal }: Caller): number | null => device?.site ?? principal?.site ?? null;

export function employeeRoutes({ employees, terminals, lookups }: EmployeeRoutesOptions): Route[] {
  return [
    route(findEmployee, async ({ params, caller }) => {
      if (caller.device && !caller.principal) await lookups.use(caller.device.id);
      const found = await employees.find(params.number, siteOfCaller(caller));
      return found ? { employeeId: found.number, userid: String(found.number), name: found.name } : (false as const);
    }),
    route(terminalLookup, async ({ query, caller }) => {
      const { terminal, site } = await terminals.lookup(caller, query.xptUser);
      return { terminalname: terminal, site };
    }),
  ];
}
