import { member } from '@washdesk/contracts/samples.fixture';
import { makeNewCustomer } from '@washdesk/stripe-simulator/objects/customer';
import type { Store } from '@washdesk/stripe-simulator/state/store';
import type { Pool } from '../db/pool.ts';

/** A member with only a plate, for tests that record usages. */
export const freshMember = { customer: 'cus_fresh', plate: 'FRESH1-IL' } as const;

const created = new Date('2026-01-05T12:00:00Z');

const rosterRow = (seq: number, code: string, customer: string) => ({
  code,
  seq,
  customer,
  name: member.name,
  subscription: `sub_${customer}`,
  schedule: null,
  plan_name: 'Super Kiss',
  product_class: 'Super Kiss',
  status: 'active',
  period_end: new Date('2026-12-01T10:00:00Z'),
  good_until: new Date('2026-12-08T10:00:00Z'),
  price_increase: false,
  groups: ['Active Unlimited Plans'],
  removed: false,
});

/** As the Stripe simulator's company has them: they are read again by themselves. */
const location = (id: string, name: string, site: string) => ({
  id,
  object: JSON.stringify({ id, display_name: name, metadata: { site } }),
  read_seq: 0,
});

/** Inserts the member of the sample calls with a plate and a tag, a usage with a receipt, and a gate: enough for every call to succeed. */
export async function insertMembers({ db }: Pool): Promise<void> {
  await db
    .insertInto('mirror_location')
    .values([location('tml_Joliet00000012', 'Joliet', '12'), location('tml_Merrillville27', 'Merrillville', '27')])
    .execute();
  await db
    .insertInto('mirror_customer')
    .values({
      id: member.customer,
      object: JSON.stringify({ id: member.customer, name: member.name, created: created.getTime() / 1_000, metadata: {} }),
      read_seq: 0,
      created,
      name: member.name,
      search: `ada moore ${member.plate.toLowerCase()}`,
    })
    .execute();
  await db.insertInto('customer_code').values({ code: member.plate, customer: member.customer, source: 'stripe' }).execute();
  await db
    .insertInto('roster_entry')
    .values([
      rosterRow(1, member.plate, member.customer),
      rosterRow(2, member.tag, member.customer),
      rosterRow(3, freshMember.plate, freshMember.customer),
    ])
    .execute();
  await db
    .insertInto('usage')
    .values({
      id: member.usage,
      customer: member.customer,
      code: member.plate,
      plan_name: 'Super Kiss',
      site: 12,
      terminal: 'Washcashier1',
      employee: 101,
      source: 'redeem',
      at: created,
    })
    .execute();
  await db
    .insertInto('site_device')
    .values({ site: 12, id: 'north', kind: 'gate', name: 'North gate', lane: 1, health: 'online', since: created })
    .execute();
}

/** Adds the member to Stripe too, so that a fresh read finds the member. */
export function addMemberToStripe(store: Store): void {
  const metadata = { CustomerCode: member.plate, SecondaryCode: member.tag };
  const customer = makeNewCustomer({ id: member.customer, created: created.getTime() / 1_000, metadata });
  store.put({ ...customer, name: member.name });
}
