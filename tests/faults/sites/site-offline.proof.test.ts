import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool, type Pool } from '@washdesk/cloud-api/db/pool';
import { countUnprocessed } from '@washdesk/cloud-api/mirror/events/provider-event.store';
import { firstOfNextMonth } from '@washdesk/rules/dates/billing-instant';
import type { Member } from '@washdesk/simulators/company/member-model';
import { sizeOf } from '@washdesk/test-support/sizes';
import { until } from '@washdesk/test-support/until';
import { startWorkbench, type Workbench } from '@washdesk/workbench/workbench';
import { openRegister, type Register } from '../../workbench/register.ts';
import { sitewatchMembersAt } from './sitewatch-members.ts';

const [joliet, merrillville] = [12, 27];
const size = sizeOf('siteAway');
const dayMs = 86_400_000;

let folder: string;
let workbench: Workbench;
let pool: Pool;
let stripe: Stripe;
let registers: Record<'joliet' | 'merrillville', Register>;
let members: Member[];
let aheadMs = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'washdesk-site-offline-'));
  workbench = await startWorkbench({ folder, fresh: true, log: () => undefined });
  pool = openPool(workbench.databaseUrl(), (error) => console.error(error));
  const address = { host: '127.0.0.1', port: workbench.port('stripe'), protocol: 'http' } as const;
  stripe = new Stripe('sk_test_outside', { ...address, telemetry: false, maxNetworkRetries: 0 });
  registers = { joliet: await openRegister(workbench, joliet), merrillville: await openRegister(workbench, merrillville) };
  const edgeCases = new Set(Object.values(workbench.company.edgeCases).map(({ customer }) => customer));
  members = workbench.company.members
    .filter(
      ({ id, subscription, deleted }) => subscription?.status === 'active' && !subscription.increase && !deleted && !edgeCases.has(id),
    )
    .slice(0, size.members);
  await agentIs(joliet, true);
  await agentIs(merrillville, true);
});

afterAll(async () => {
  await pool.stop();
  await workbench.stop();
  await rm(folder, { recursive: true, force: true });
});

const agentIs = (site: number, online: boolean): Promise<true> =>
  until(`the agent of site ${site} is ${online ? 'there' : 'away'}`, async () => {
    const row = await pool.db.selectFrom('site_agent').select('online').where('site', '=', site).executeTakeFirst();
    return row?.online === online ? true : null;
  });

const newPlate = (index: number): string => `AWAY${index}-IL`;

/** The plan changes, one kind after the other; each at Stripe alone, as from its dashboard. */
const changes: ((member: Member, index: number) => Promise<unknown>)[] = [
  (member) => {
    const { id, itemId: item, priceId: price } = member.subscription!;
    return stripe.subscriptions.update(id, { items: [{ id: item, price: otherPlan(price) }], proration_behavior: 'none' });
  },
  ({ subscription }) => stripe.subscriptions.cancel(subscription!.id),
  ({ id }, index) => stripe.customers.update(id, { metadata: { CustomerCode: newPlate(index) } }),
  ({ id }) => stripe.customers.update(id, { name: 'Sørensen, Zoë', metadata: { CarColor: 'Teal' } }),
];
const kindOf = (index: number): number => index % changes.length;
const plateAfter = ({ plate }: Member, index: number): string => (kindOf(index) === 2 ? newPlate(index) : plate);

/** Returns a plan of another class that is sold at the same site. */
function otherPlan(priceId: string): string {
  const { prices } = workbench.company;
  const former = prices.find(({ id }) => id === priceId);
  const classes: string[] = ['Super Kiss', 'Super Kiss Plus'];
  const other = prices.find((one) => {
    return one.site === former?.site && one.current && classes.includes(one.productClass) && one.productClass !== former.productClass;
  });
  if (!other) throw new Error(`No other plan than ${priceId}`);
  return other.id;
}

/** Returns the number of a site's jobs for these members, by state. */
async function jobsOf(site: number): Promise<Record<string, number>> {
  const rows = await pool.db
    .selectFrom('job')
    .select('state')
    .where('what', '=', 'converge.sitewatch')
    .where('site', '=', site)
    .where(
      'customer',
      'in',
      members.map(({ id }) => id),
    )
    .execute();
  return Object.fromEntries([...Map.groupBy(rows, ({ state }) => state)].map(([state, all]) => [state, all.length]));
}

const allAre = (site: number, state: string): Promise<true> =>
  until(
    `every job of site ${site} is ${state}`,
    async () => ((await countUnprocessed(pool.db)) === 0 && (await jobsOf(site))[state] === members.length ? true : null),
    size.drainMs,
  );

/** Moves the clock by a day, or by the rest of the billing month, because renewing all members would be another proof. */
async function aDayPasses(): Promise<void> {
  const now = Date.now();
  aheadMs = Math.min(dayMs, firstOfNextMonth(new Date(now)).getTime() - 60_000 - now);
  await workbench.moveClock(new Date(now + aheadMs));
}

const companyTime = (): Date => new Date(Date.now() + aheadMs);

const update = (register: Register, customer: string) => register.call('/firebird/customer', { method: 'POST', body: { customer } });

describe('a site that is offline for a day', () => {
  it('knows of every plan that changed meanwhile as soon as it is back, and no other site waited for it', async () => {
    await workbench.service(`agent-${joliet}`).kill();
    await agentIs(joliet, false);
    const half = Math.ceil(members.length / 2);
    for (const [index, member] of members.slice(0, half).entries()) await changes[kindOf(index)]!(member, index);
    await aDayPasses();
    for (const [index, member] of members.entries()) if (index >= half) await changes[kindOf(index)]!(member, index);

    await allAre(merrillville, 'done');
    expect(await jobsOf(joliet)).toEqual({ pending: members.length });
    const asked = members[0]!.id;
    expect(await update(registers.merrillville, asked)).toMatchObject({ status: 200 });
    expect(await update(registers.joliet, asked)).toMatchObject({ status: 503, body: { message: 'Error Updating Customer in Sitewatch' } });

    await workbench.service(`agent-${joliet}`).start();
    await allAre(joliet, 'done');
  });

  it('then holds the very same of them as the other', async () => {
    const plates = members.map(plateAfter);
    const [here, there] = await Promise.all(
      [joliet, merrillville].map((site) => sitewatchMembersAt(workbench, site, plates, companyTime())),
    );
    expect(here).toEqual(there);
    for (const [index, member] of members.entries()) {
      const found = here![plateAfter(member, index)];
      expect(found?.codes, member.id).toContain(plateAfter(member, index));
      expect(found?.plans, member.id).toHaveLength(kindOf(index) === 1 ? 0 : 1);
      const renamed = kindOf(index) === 3;
      expect(
        ['Zoë', 'Sørensen', 'Teal'].every((word) => found?.person.includes(word)),
        member.id,
      ).toBe(renamed);
    }
  });

  it('has given up the plates that were replaced', async () => {
    const former = members.filter((_member, index) => kindOf(index) === 2).map(({ plate }) => plate);
    for (const site of [joliet, merrillville]) {
      const found = await sitewatchMembersAt(workbench, site, former, companyTime());
      expect(Object.values(found).filter(Boolean)).toEqual([]);
    }
  });
});
