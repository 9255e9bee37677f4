import { openPool } from '@washdesk/cloud-api/db/pool';
import type { BenchMember } from '@washdesk/contracts/samples.fixture';

/** Members with an active plan, a charge and a wash, evenly drawn; and those with the most charges. */
export interface People {
  drawn: BenchMember[];
  busiest: BenchMember[];
}

const facts = `
  select c.id, c.name, c.email, c.phone, c.plate, c.tag, m.last4, m.id as card, m.fingerprint, s.id as subscription, s.price, s.site,
    h.id as charge, coalesce(h.terminal, 'Washcashier1') as terminal, h.amount::int as amount, to_char(h.created, 'YYYY-MM-DD') as day, i.number as invoice,
    u.id as usage, r.id as receipt
  from chosen join mirror_customer c on c.id = chosen.id
  cross join lateral (select * from mirror_subscription where customer = c.id and status = 'active' limit 1) s
  cross join lateral (select * from mirror_payment_method where customer = c.id and last4 is not null limit 1) m
  cross join lateral (select * from mirror_charge where customer = c.id order by created desc limit 1) h
  cross join lateral (select * from mirror_invoice where customer = c.id and number is not null limit 1) i
  cross join lateral (select * from usage where customer = c.id order by at desc limit 1) u
  left join lateral (select * from receipt where customer = c.id limit 1) r on true`;

const drawn = `
  with chosen as materialized (
    select id from mirror_customer where deleted_at is null and plate is not null and tag is not null order by hashtext(id) limit $1::int * 4
  ) ${facts} limit $1`;

const busiest = `
  with chosen as materialized (
    select customer as id from mirror_charge where customer is not null group by customer order by count(*) desc, customer limit $1::int * 4
  ) ${facts} limit $1`;

export async function drawPeople(url: string, count: number): Promise<People> {
  const pool = openPool(url, ({ message }) => console.error(message));
  const client = await pool.raw.connect();
  try {
    await client.query('set statement_timeout = 0');
    const [some, most] = [await client.query<BenchMember>(drawn, [count]), await client.query<BenchMember>(busiest, [Math.min(count, 20)])];
    return { drawn: some.rows, busiest: most.rows };
  } finally {
    client.release(true);
    await pool.stop();
  }
}
