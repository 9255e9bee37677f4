import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Examination } from '@washdesk/cloud-api/features/company/abuse/examination';
import { placeReader } from '@washdesk/cloud-api/features/company/zipcode/create-zipcode';
import { freshDatabase, type TestDatabase } from '@washdesk/cloud-api/testing/database';
import { scaledTimeout } from '@washdesk/local-servers/processes/timeouts';
import { sellerKinds, type AbuseKind } from '@washdesk/rules/abuse/finding';
import { settingDefaults } from '@washdesk/rules/company/settings';
import type { SellerStory } from '@washdesk/simulators/abuse/abuse-sellers';
import type { MemberStory } from '@washdesk/simulators/abuse/member-story';
import { memoryOf } from '@washdesk/test-support/process-memory';
import { seed, sizeOf } from '@washdesk/test-support/sizes';
import { insertAbuseSites, insertMembers, insertSellers } from './abuse-company.ts';

const { honest, plantedOfEach, cashiers } = sizeOf('abuse');
const now = new Date('2026-11-26T06:00:00Z');
const plantedSellers = 3;
const longMs = scaledTimeout(60 * 60_000);
const megabyte = 1024 * 1024;
/** Two processes' batches and garbage, for any number of members. */
const allowedBytes = 300 * megabyte;

let database: TestDatabase;
let members: Map<string, MemberStory['planted']>;
let sellers: SellerStory[];

beforeAll(async () => {
  database = await freshDatabase();
  const { db } = database;
  await insertAbuseSites(db);
  members = await insertMembers(db, { seed, now, honest, plantedOfEach });
  sellers = await insertSellers(db, { seed, cashiers, managers: 12, plantedOfEach: plantedSellers }, now);
  await sql`analyze`.execute(db);
}, longMs);
afterAll(() => database.stop());

interface Flag {
  kind: AbuseKind;
  customer: string | null;
  seller: string | null;
}

const flags = () => database.db.selectFrom('abuse_flag').select(['kind', 'customer', 'seller']).execute() as Promise<Flag[]>;

/** Examines everything as two processes do. @returns the batches, and the memory above that at the beginning */
async function examine(): Promise<{ batches: number; bytes: number }> {
  const settings: ConstructorParameters<typeof Examination>[0]['settings'] = async (name) => settingDefaults[name];
  const parts = { db: database.db, clock: { now: () => now }, settings, placeOf: placeReader(), log: pino({ level: 'silent' }) };
  const before = memoryOf(process.pid).now;
  const done = { batches: 0, bytes: 0 };
  const run = async (examination: Examination): Promise<void> => {
    while ((await examination.round()) > 0) {
      done.batches += 1;
      done.bytes = Math.max(done.bytes, memoryOf(process.pid).now - before);
    }
  };
  await Promise.all([run(new Examination(parts)), run(new Examination(parts))]);
  return done;
}

describe(`60 days of ${honest} honest members, and ${plantedOfEach} of each kind of abuse`, () => {
  it(
    'are examined by two processes in the same memory',
    async () => {
      const began = performance.now();
      const { batches, bytes } = await examine();
      console.log(`${batches} batches in ${Math.round((performance.now() - began) / 1_000)} s, ${Math.round(bytes / megabyte)} MB more`);
      expect(bytes).toBeLessThan(allowedBytes);
      expect((await database.db.selectFrom('abuse_day').select('day').where('examined', 'is', null).execute()).length).toBe(0);
    },
    longMs,
  );

  it('at least 95% of the planted is flagged for what it is', async () => {
    const found = new Set((await flags()).map(({ kind, customer }) => `${kind} ${customer}`));
    const planted = [...members].filter(([, kind]) => kind !== null);
    const isFound = ([customer, kind]: (typeof planted)[number]): boolean => found.has(`${kind} ${customer}`);
    for (const [kind, all] of Map.groupBy(planted, ([, one]) => one)) {
      console.log(`${kind}: ${all.filter(isFound).length} of ${all.length} found`);
    }
    expect(planted.filter(isFound).length / planted.length).toBeGreaterThanOrEqual(0.95);
  });

  it('at most 0.5% of the honest is flagged', async () => {
    const flagged = (await flags()).filter(({ customer }) => customer !== null && (members.get(customer) ?? null) === null);
    for (const [kind, all] of Map.groupBy(flagged, (flag) => flag.kind)) console.log(`${kind}: ${all.length} honest members flagged`);
    const people = new Set(flagged.map(({ customer }) => customer));
    const count = [...members.values()].filter((kind) => kind === null).length;
    console.log(`${people.size} of ${count} honest members flagged: ${((100 * people.size) / count).toFixed(2)}%`);
    expect(people.size / count).toBeLessThanOrEqual(0.005);
  });

  it.each(sellerKinds)('the employees with %s are flagged, and no others', async (kind) => {
    const flagged = (await flags()).filter((flag) => flag.kind === kind).map(({ seller }) => seller);
    const planted = sellers.filter((seller) => seller.planted === kind).map(({ number }) => String(number));
    console.log(
      `${kind}: ${flagged.filter((seller) => planted.includes(seller!)).length} of ${planted.length} found, ${flagged.length} flagged`,
    );
    expect(new Set(flagged)).toEqual(new Set(planted));
  });
});
