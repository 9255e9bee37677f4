import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { programPrincipal } from '@washdesk/cloud-api/common/caller';
import type { ProviderCustomer, ProviderSubscription } from '@washdesk/cloud-api/common/provider-objects';
import { RedeemService } from '@washdesk/cloud-api/features/lane/redeem/redeem.service';
import { RosterService } from '@washdesk/cloud-api/features/lane/roster/roster.service';
import { openLog } from '@washdesk/cloud-api/http/log';
import { applySnapshots } from '@washdesk/cloud-api/mirror/apply-snapshots';
import { nextRead } from '@washdesk/cloud-api/mirror/snapshots/mirror.store';
import { snapshot } from '@washdesk/cloud-api/mirror/snapshots/snapshot';
import { freshDatabase, type TestDatabase } from '@washdesk/cloud-api/testing/database';
import { defaultContext, defaultSettings } from '@washdesk/cloud-api/testing/default-settings';
import { decide } from '@washdesk/site-agent/features/lane/decisions/decide';
import { Journal } from '@washdesk/site-agent/journal/journal';
import type { RosterPage } from '@washdesk/site-protocol/roster';
import { seed } from '@washdesk/test-support/sizes';

const end = Date.parse('2026-12-01T10:00:00Z') / 1_000;
const daySeconds = 86_400;

let database: TestDatabase;
let folder: string;
let journal: Journal;
let now = new Date(end * 1_000);

beforeAll(async () => {
  database = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'washdesk-admission-'));
  journal = new Journal({ folder, site: 12, clock: { now: () => now }, cloudTime: () => now.getTime(), log: openLog('silent') });
});
afterAll(async () => {
  journal.close();
  await database.stop();
  await rm(folder, { recursive: true });
});

/** A customer with up to two plans and one of few plates, so that many plates have several holders. */
const person = fc.record({
  plate: fc.integer({ min: 1, max: 60 }),
  plans: fc.array(
    fc.record({
      status: fc.constantFrom('active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete', 'canceled'),
      endsIn: fc.integer({ min: -20, max: 20 }),
      discontinued: fc.boolean(),
      cancelIn: fc.option(fc.integer({ min: -20, max: 20 })),
      created: fc.integer({ min: 1, max: 1_000 }),
    }),
    { maxLength: 2 },
  ),
});

async function storeMirror(people: ReturnType<(typeof person)['generate']>['value'][]): Promise<void> {
  const readSeq = await nextRead(database.db);
  const customers = people.map(({ plate }, index): ProviderCustomer => {
    return { id: `cus_${index}`, name: 'Ada', created: index, metadata: { CustomerCode: `P${plate}-IL` } };
  });
  const subscriptions = people.flatMap(({ plans }, index) =>
    plans.map((plan, of): ProviderSubscription => ({
      id: `sub_${index}_${of}`,
      customer: `cus_${index}`,
      status: plan.status,
      created: plan.created,
      cancel_at_period_end: plan.discontinued,
      cancel_at: plan.cancelIn === null ? null : end + plan.cancelIn * daySeconds,
      canceled_at: null,
      ended_at: null,
      schedule: null,
      metadata: {},
      items: { data: [{ price: { id: 'price_x' }, current_period_start: 1, current_period_end: end + plan.endsIn * daySeconds }] },
    })),
  );
  const snapshots = [
    ...customers.map((one) => snapshot('customer', one, readSeq)),
    ...subscriptions.map((one) => snapshot('subscription', one, readSeq)),
  ];
  await database.db.transaction().execute((tx) => applySnapshots(tx, snapshots, defaultContext(now)));
}

async function pullRoster(): Promise<void> {
  const agent = programPrincipal('agent-12', 'Agent', 'request', { site: 12 });
  const roster = new RosterService(database.db, defaultSettings);
  async function* pages(): AsyncGenerator<RosterPage> {
    for (let since = 0, more = true; more;) {
      const page = await roster.page(agent, { since, most: 40 });
      yield page;
      ({ seq: since, more } = page);
    }
  }
  await journal.roster.apply(pages(), new AbortController().signal);
}

it('lets a lane and the cloud admit the same codes on any day', async () => {
  await storeMirror(fc.sample(person, { numRuns: 200, seed }));
  await pullRoster();
  const redeems = new RedeemService({
    pool: database,
    clock: { now: () => now },
    windowMs: async () => 300_000,
    goodDays: async () => 7,
    redeemed: () => undefined,
    jobsAdded: () => undefined,
  });
  const answers = { admitted: 0, refused: 0 };
  for (const day of [-20, -1, 0, 3, 12, 30]) {
    now = new Date((end + day * daySeconds) * 1_000);
    for (let plate = 1; plate <= 60; plate += 1) {
      const code = `P${plate}-IL`;
      const found = journal.roster.find(code);
      const facts = {
        entry: found,
        confirmed: journal.roster.confirmed,
        redeemed: null,
        redeemWindowMs: journal.roster.redeemWindowMs,
        now,
      };
      const { admitted: lane } = decide(facts, { maxRosterAgeHours: Infinity, afterThat: 'refuse' });
      const cloud = await redeems.look({ code }).then(
        ({ active, id }) => ({ active, id }),
        () => ({ active: false, id: undefined }),
      );
      expect({ code, day, active: cloud.active, customer: cloud.id }).toEqual({ code, day, active: lane, customer: found?.customer });
      answers[lane ? 'admitted' : 'refused'] += 1;
    }
  }
  expect(answers.admitted).toBeGreaterThan(50);
  expect(answers.refused).toBeGreaterThan(50);
});
