import { giftKinds } from '@washdesk/rules/billing/gift-limits';
import type { Company } from '@washdesk/simulators/company/company';
import { createRandom, uuidAt } from '@washdesk/simulators/company/random';
import type { CloudTable } from './cloud-table.ts';

const days = 60;
const perDay = 2;
const dayMs = 86_400_000;

/** Returns what employees gave without money in the last two months. */
export function giftTable({ employees, members, sites, now, abuse }: Company): CloudTable {
  const random = createRandom(members.length + 1);
  const rows = Array.from({ length: days * perDay }, (_none, place) => {
    const at = new Date(Date.parse(now) - Math.floor(((place + random.fraction()) / perDay) * dayMs)).toISOString();
    const employee = random.pick(employees);
    return {
      kind: random.pick(giftKinds),
      source: uuidAt(random, at),
      person: `staff:${employee.number}`,
      name: `${employee.firstName} ${employee.lastName}`,
      site: random.pick(sites).number,
      customer: null as string | null,
      members: [],
      at,
      created: at,
    };
  });
  const given = abuse.freeMonths.map(({ customer, employee, site, at }) => {
    const { firstName, lastName } = employees.find(({ number }) => number === employee)!;
    const person = { person: `staff:${employee}`, name: `${firstName} ${lastName}` };
    return { kind: 'freeMonths', source: uuidAt(random, at), ...person, site, customer, members: [], at, created: at };
  });
  return { name: 'gift', rows: [...rows, ...given] };
}
