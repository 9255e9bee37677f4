import { namesOfRoles, Role } from '@washdesk/rules/roles';
import type { Employee, Login, StaffRow } from './model.ts';

interface Person extends Employee {
  staff?: Omit<StaffRow, 'employeeNumber'>;
}

const { Cashier, User, SalesManager, Auditor, SupportCenter, Scheduler, Reporter, PriceManager, Admin } = Role;

/**
 * One person of every role, the combinations a real company has, and people without a staff row, who are cashiers
 * (design section 5). 3242 is the employee who may clear the cache (back-office section 6).
 */
const people: readonly Person[] = [
  {
    number: 101,
    firstName: 'Dana',
    lastName: 'Whitfield',
    staff: { roles: Cashier, username: 'dana', password: 'sparkle-dana-101', pin: '101101' },
  },
  {
    number: 102,
    firstName: 'Marcus',
    lastName: 'Oyelaran',
    staff: { roles: User, username: 'marcus', password: 'sparkle-marcus-102', pin: '102102' },
  },
  {
    number: 103,
    firstName: 'Priya',
    lastName: 'Raman',
    staff: { roles: SalesManager, username: 'priya', password: 'sparkle-priya-103', pin: '103103' },
  },
  {
    number: 104,
    firstName: 'Walter',
    lastName: 'Kosinski',
    staff: { roles: Auditor, username: 'walter', password: 'sparkle-walter-104', pin: '104104' },
  },
  {
    number: 105,
    firstName: 'Inés',
    lastName: 'Núñez',
    staff: { roles: SupportCenter, username: 'ines', password: 'sparkle-ines-105', pin: '105105' },
  },
  {
    number: 106,
    firstName: 'Tom',
    lastName: 'Becker',
    staff: { roles: Scheduler, username: 'tom', password: 'sparkle-tom-106', pin: '106106' },
  },
  {
    number: 107,
    firstName: 'Grace',
    lastName: 'Liu',
    staff: { roles: Reporter, username: 'grace', password: 'sparkle-grace-107', pin: '107107' },
  },
  {
    number: 108,
    firstName: 'Harold',
    lastName: 'Stone',
    staff: { roles: PriceManager, username: 'harold', password: 'sparkle-harold-108', pin: '108108' },
  },
  {
    number: 3242,
    firstName: 'Alex',
    lastName: 'Moreau',
    staff: { roles: Admin, username: 'alex', password: 'sparkle-alex-3242', pin: '324232' },
  },
  {
    number: 110,
    firstName: 'Renée',
    lastName: 'Duval',
    staff: { roles: Cashier | User | SalesManager, username: 'renee', password: 'sparkle-renee-110', pin: '110110' },
  },
  {
    number: 111,
    firstName: 'Sam',
    lastName: 'Ortega',
    staff: { roles: Cashier | User, username: 'sam', password: 'sparkle-sam-111', pin: '111111' },
  },
  {
    number: 112,
    firstName: 'Joan',
    lastName: 'Adeyemi',
    staff: { roles: SalesManager | Reporter | PriceManager, username: 'joan', password: 'sparkle-joan-112', pin: '112112' },
  },
  { number: 201, firstName: 'Luis', lastName: 'Barrera' },
  { number: 202, firstName: 'Katie', lastName: 'Novak' },
  { number: 203, firstName: 'Terrell', lastName: 'Banks' },
  { number: 204, firstName: 'Mei', lastName: 'Tanaka' },
];

export function makeEmployees(): Employee[] {
  return people.map(({ number, firstName, lastName }) => ({ number, firstName, lastName }));
}

export function makeStaff(): StaffRow[] {
  return people.flatMap(({ number, staff }) => (staff ? [{ employeeNumber: number, ...staff }] : []));
}

export function makeLogins(): Login[] {
  return people.flatMap(({ number, firstName, lastName, staff }) =>
    staff ? [{ employeeNumber: number, ...staff, name: `${firstName} ${lastName}`, roleNames: namesOfRoles(staff.roles) }] : [],
  );
}
