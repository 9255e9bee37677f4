import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '@washdesk/cloud-api/db/pool';
import { Role } from '@washdesk/rules/company/roles';
import { abuseMembers, type AbuseOptions } from '@washdesk/simulators/abuse/abuse-members';
import { abuseSellers, type SellerStory } from '@washdesk/simulators/abuse/abuse-sellers';
import { abuseSites } from '@washdesk/simulators/abuse/abuse-sites';
import { storyDays, zone, type MemberStory } from '@washdesk/simulators/abuse/member-story';

type Row = Record<string, unknown>;

const dayMs = 86_400_000;
const chunkOfMembers = 400;
/** So many that two cars seldom enter one lane together, as at the many sites of a large company. */
const lanes = 60;

async function insert(db: Db, table: string, rows: readonly Row[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${columns}) select ${columns}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(db);
}

export async function insertAbuseSites(db: Db): Promise<void> {
  const location = (number: number): string => `tml_Abuse${number}`;
  await insert(
    db,
    'site',
    abuseSites.map(({ number, name, state }) => ({ number, name, state, time_zone: zone, location_id: location(number) })),
  );
  await insert(
    db,
    'mirror_location',
    abuseSites.map(({ number, zip }) => ({ id: location(number), object: { address: { postal_code: zip } }, read_seq: 0 })),
  );
}

/** Inserts all members' days, and returns what was planted with whom. */
export async function insertMembers(db: Db, options: AbuseOptions): Promise<Map<string, MemberStory['planted']>> {
  const members = new Map<string, MemberStory['planted']>();
  let chunk: MemberStory[] = [];
  const flush = async (): Promise<void> => {
    await insertStories(db, chunk);
    chunk = [];
  };
  for (const story of abuseMembers(options)) {
    members.set(story.customer, story.planted);
    if (chunk.push(story) === chunkOfMembers) await flush();
  }
  await flush();
  return members;
}

async function insertStories(db: Db, stories: readonly MemberStory[]): Promise<void> {
  const codes = stories.flatMap(({ customer, plate, tag }) => [plate, tag].map((code) => ({ code, customer, source: 'stripe' })));
  await insert(
    db,
    'mirror_customer',
    stories.map(({ customer: id, plate, created = new Date(0) }: MemberStory & { created?: Date }) => {
      return { id, object: { id, metadata: { CustomerCode: plate } }, read_seq: 0, created, name: `Member ${id}`, search: '' };
    }),
  );
  await insert(db, 'customer_code', codes);
  const usages = stories.flatMap(({ customer, plan, washes }) =>
    washes.map(({ id, code, site, at }) => ({
      id,
      customer,
      code,
      plan_name: plan,
      site,
      source: 'redeem',
      price_increase: false,
      overlap: false,
      at,
    })),
  );
  await insert(db, 'usage', usages);
  const trace = { outcome: 'shown', hops: [] };
  const traces = stories.flatMap(({ customer, tag, reads }) =>
    reads.flatMap(({ id, plateId, site, at, plate }, index) => {
      const lane = (Number(customer.slice(-4)) + index) % lanes;
      const byCamera = { id: plateId, site, lane, began: new Date(at.getTime() + 1_500), code: plate, customer: null, ...trace };
      return [{ id, site, lane, began: at, code: tag, customer, ...trace }, byCamera];
    }),
  );
  await insert(db, 'lane_trace', traces);
  const changes = stories.flatMap(({ customer, changes: all }) =>
    all.map(({ id, at, from, to }) => ({
      id,
      at,
      actor: '101',
      action: 'customer.saved',
      subject: `customer:${customer}`,
      before: { CustomerCode: from },
      after: { CustomerCode: to },
    })),
  );
  await insert(db, 'audit', changes);
}

/** Inserts the work of the employees, and returns them. */
export async function insertSellers(db: Db, options: Parameters<typeof abuseSellers>[0], now: Date): Promise<SellerStory[]> {
  const sellers = abuseSellers(options);
  const at = (day: number): Date => new Date(now.getTime() - (storyDays - day) * dayMs + 15 * 3_600_000 + (day % 7) * 600_000);
  const dayOf = (day: number): string => at(day).toISOString().slice(0, 10);
  const [home] = abuseSites;
  await insert(
    db,
    'staff',
    sellers.map(({ number, isManager }) => ({
      employee_number: number,
      name: `Employee ${number}`,
      roles: isManager ? Role.SalesManager : Role.Cashier,
      active: true,
      created: now,
      changed: now,
    })),
  );
  for (const { number, signUps, freeMonths, refunds, workDays } of sellers) {
    const id = String(number);
    const sale = (day: number, index: number) => ({
      id: `sub_${id}_${index}`,
      kind: 'sign-up',
      at: at(day),
      day: dayOf(day),
      site: home!.number,
      seller: id,
      subscription: `sub_${id}_${index}`,
      customer: `cus_sale${id}_${index}`,
      early: false,
    });
    await insert(db, 'plan_sale', signUps.map(sale));
    await insert(
      db,
      'gift',
      freeMonths.map((day) => ({
        kind: 'freeMonths',
        source: randomUUID(),
        person: `staff:${id}`,
        name: `Employee ${id}`,
        members: [],
        at: at(day),
        created: at(day),
      })),
    );
    await insert(
      db,
      'mirror_refund',
      refunds.map((day) => ({
        id: `re_${randomUUID()}`,
        object: { amount: 1_200, metadata: { employeenumber: id } },
        read_seq: 0,
        created: at(day),
        status: 'succeeded',
      })),
    );
    await insert(
      db,
      'usage',
      workDays.map((day) => ({
        id: randomUUID(),
        customer: `cus_work${id}_${day}`,
        code: 'WORK-IL',
        plan_name: 'Super Kiss',
        site: home!.number,
        employee: number,
        source: 'redeem',
        price_increase: false,
        overlap: false,
        at: at(day),
      })),
    );
  }
  return sellers;
}
