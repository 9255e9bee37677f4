import { namesOfRoles, Role } from '@washdesk/rules/company/roles';
import type { Employee, Login } from './model.ts';

interface Person extends Employee {
  /** Without roles, the person is a cashier and has no staff row. */
  roles?: number;
}

const { Cashier, User, SalesManager, Auditor, SupportCenter, Scheduler, Reporter, PriceManager, Admin } = Role;

/** One person of every role, realistic combinations of roles, and some people who exist only in Sitewatch. */
const people: readonly Person[] = [
  { number: 101, firstName: 'Dana', lastName: 'Whitfield', roles: Cashier },
  { number: 102, firstName: 'Marcus', lastName: 'Oyelaran', roles: User },
  { number: 103, firstName: 'Priya', lastName: 'Raman', roles: SalesManager },
  { number: 104, firstName: 'Walter', lastName: 'Kosinski', roles: Auditor },
  { number: 105, firstName: 'Inés', lastName: 'Núñez', roles: SupportCenter },
  { number: 106, firstName: 'Tom', lastName: 'Becker', roles: Scheduler },
  { number: 107, firstName: 'Grace', lastName: 'Liu', roles: Reporter },
  { number: 108, firstName: 'Harold', lastName: 'Stone', roles: PriceManager },
  // The only person allowed to clear the cache.
  { number: 3242, firstName: 'Alex', lastName: 'Moreau', roles: Admin },
  { number: 110, firstName: 'Renée', lastName: 'Duval', roles: Cashier | User | SalesManager },
  { number: 111, firstName: 'Sam', lastName: 'Ortega', roles: Cashier | User },
  { number: 112, firstName: 'Joan', lastName: 'Adeyemi', roles: SalesManager | Scheduler | Reporter | PriceManager },
  { number: 201, firstName: 'Luis', lastName: 'Barrera' },
  { number: 202, firstName: 'Katie', lastName: 'Novak' },
  { number: 203, firstName: 'Terrell', lastName: 'Banks' },
  { number: 204, firstName: 'Mei', lastName: 'Tanaka' },
];

export function makeEmployees(): Employee[] {
  return people.map(({ number, firstName, lastName }) => ({ number, firstName, lastName }));
}

export function makeLogins(): Login[] {
  return people.flatMap(({ roles, ...person }) => (roles === undefined ? [] : [loginOf(person, roles)]));
}

/** Example: Renée, number 110, is `renee` with the password `sparkle-renee-110` and the PIN 110110. */
function loginOf({ number, firstName, lastName }: Employee, roles: number): Login {
  const username = firstName
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
  return {
    employeeNumber: number,
    name: `${firstName} ${lastName}`,
    roles,
    roleNames: namesOfRoles(roles),
    username,
    password: `sparkle-${username}-${number}`,
    pin: `${number}${number}`.slice(0, 6),
  };
}
