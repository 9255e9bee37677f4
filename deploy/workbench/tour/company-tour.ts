import { Client } from 'pg';
import type { Workbench } from '../workbench.ts';
import type { TourFacts } from './tour-steps.ts';
import { Tour, type TourStart } from './tour.ts';

/** The tour of a workbench, which reads what the app stored. @param timeOf returns the company's time, null while its clock does not respond */
export function companyTour(workbench: Pick<Workbench, 'company' | 'databaseUrl'>, timeOf: () => Promise<string | null>): Tour {
  const { company } = workbench;
  const person = company.logins.find(({ employeeNumber }) => employeeNumber === 101) ?? company.logins[0]!;
  const approver = company.logins.find(({ employeeNumber }) => employeeNumber === 111) ?? person;
  return new Tour({
    values: {
      number: String(person.employeeNumber),
      pin: person.pin,
      person: person.name,
      member: company.edgeCases.ordinary.code,
      newPlate: 'TOUR101-IL',
      approver: String(approver.employeeNumber),
      approverPin: approver.pin,
    },
    async begin() {
      const time = await timeOf();
      if (time === null) throw new Error('The Stripe simulator, which keeps the time, isn’t responding');
      const [row] = await query<{ audited: string }>(workbench, 'select coalesce(max(number), 0) as audited from audit', []);
      return { audited: Number(row?.audited ?? 0), at: new Date(Math.floor(Date.parse(time) / 1_000) * 1_000) };
    },
    async factsSince({ audited, at }: TourStart) {
      const [facts] = await query<TourFacts & Record<string, unknown>>(workbench, since, [audited, at]);
      return facts!;
    },
  });
}

const since = `with charge as (select status, created from mirror_charge where created >= $2),
  decline as (select min(created) as first, count(*)::integer as count from charge where status = 'failed')
select
  (select coalesce(array_agg(distinct action), '{}') from audit where number > $1) as actions,
  (select count(*)::integer from usage where at >= $2 and source = 'redeem') as washes,
  (select count from decline) as declines,
  (select count(*)::integer from charge, decline where status = 'succeeded' and created >= first) as "paidAfterwards"`;

async function query<Row extends Record<string, unknown>>(
  workbench: Pick<Workbench, 'databaseUrl'>,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const client = new Client({ connectionString: workbench.databaseUrl(), connectionTimeoutMillis: 2_000, query_timeout: 2_000 });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}
