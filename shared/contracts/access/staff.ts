import { z } from 'zod';
import { roleNames, type RoleName } from '@washdesk/rules/company/roles';
import { atLeastRole, endpoint } from '../endpoint.ts';
import { numberText, plainText, untrimmedText } from '../values.ts';
import { employeeNumber } from './auth.ts';

const roles = z.array(z.enum(roleNames as [RoleName, ...RoleName[]])).min(1, 'must name at least one role');
const params = z.object({ number: numberText });
const done = z.object({ saved: z.literal(true) });

/** Adds a staff member. 409 `staff_refused`, with a message for the user, if a rule forbids it. */
export const addStaff = endpoint({
  id: 'addStaff',
  method: 'POST',
  path: '/staff',
  access: atLeastRole('Admin'),
  idempotency: 'optional',
  summary: 'Add a staff member',
  body: z.object({ number: employeeNumber, name: plainText(60).min(1, 'must not be empty'), roles }),
  response: done,
});

/**
 * Changes a staff member. The change takes effect at once and ends all their sessions. 409 `staff_refused`: the last Admin must remain one;
 * `changed_meanwhile` if a `was` is outdated.
 */
export const changeStaff = endpoint({
  id: 'changeStaff',
  method: 'PUT',
  path: '/staff/{number}',
  access: atLeastRole('Admin'),
  idempotency: 'natural',
  summary: "Change a staff member's roles, or deactivate or reactivate the person",
  params,
  body: z
    .object({ roles: roles.optional(), active: z.boolean().optional(), was: z.object({ roles, active: z.boolean() }).partial().optional() })
    .refine((change) => change.roles !== undefined || change.active !== undefined, { path: ['roles'], message: 'nothing to change' }),
  response: done,
});

/**
 * Decides whether an employee who bears another name in Sitewatch is the same person, who keeps all rights, or a new one, who takes the
 * number over as a cashier without the former holder's PIN, password and one-time codes. Ends all sessions of the number. 409
 * `staff_refused` if Sitewatch does not name the number so, or for the last Admin.
 */
export const decideIdentity = endpoint({
  id: 'decideIdentity',
  method: 'PUT',
  path: '/staff/{number}/identity',
  access: atLeastRole('Admin'),
  idempotency: 'natural',
  summary: 'Say whether a name in Sitewatch is the same person or a new one',
  params,
  body: z.object({ sitewatchName: untrimmedText(200), is: z.enum(['same', 'new']) }),
  response: done,
});

/** Sets a PIN, or a password (with a username if the person has none), which the person changes afterwards. 409 `staff_refused`. */
export const resetSecret = endpoint({
  id: 'resetSecret',
  method: 'POST',
  path: '/staff/{number}/secret',
  access: atLeastRole('Admin'),
  summary: "Set a person's password or PIN",
  params,
  body: z
    .object({
      pin: z.string().min(1).max(8).optional(),
      password: z.string().min(1).max(200).optional(),
      username: untrimmedText(60).optional(),
    })
    .refine(({ pin, password }) => (pin === undefined) !== (password === undefined), {
      path: ['pin'],
      message: 'give a PIN or a password',
    }),
  response: done,
});
