import { z } from 'zod';
import { deviceAccess, endpoint } from '../endpoint.ts';
import { numberText, trimmedText } from '../values.ts';

/** Before sign-in a device receives only the name. */
export const employee = z.object({ employeeId: z.int(), userid: z.string(), name: z.string() });
export type Employee = z.infer<typeof employee>;

/**
 * Looks the employee up in the site's Sitewatch, or in the cloud's latest copy if the site is unreachable. `false`: no such employee
 * ('Employee Number not found').
 */
export const findEmployee = endpoint({
  id: 'findEmployee',
  method: 'GET',
  path: '/firebird/employee/{number}',
  access: deviceAccess,
  summary: 'The employee with a number, or false',
  params: z.object({ number: numberText }),
  response: z.union([employee, z.literal(false)]),
});

/**
 * Returns the device's own terminal, otherwise `xptUser`, a terminal's name in Sitewatch. 404 `terminal_unknown` 'Unable to Determine
 * Sitewatch Terminal. Please close this window and try again.'
 */
export const terminalLookup = endpoint({
  id: 'terminalLookup',
  method: 'GET',
  path: '/firebird/terminallookup',
  access: deviceAccess,
  summary: 'The Sitewatch terminal of the caller',
  query: z.object({ xptUser: trimmedText(30).optional() }),
  response: z.object({ terminalname: z.string(), site: z.int() }),
});
