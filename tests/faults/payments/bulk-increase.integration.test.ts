import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from '@washdesk/cloud-api/testing/api-client';
import { signedIn } from '@washdesk/cloud-api/testing/callers';
import { ok } from '@washdesk/cloud-api/testing/member-views';
import { settledDifferences } from '@washdesk/cloud-api/testing/mirror-equals';
import type { IncreaseMemberState, PaidPrice, PriceIncrease, PriceIncreaseDetail } from '@washdesk/contracts/billing/plans/price-increase';
import { scaledTimeout } from '@washdesk/local-servers/processes/timeouts';
import { Role } from '@washdesk/rules/company/roles';
import { seededRandom } from '@washdesk/simulators/seeded-random';
import { seed, sizeOf } from '@washdesk/test-support/sizes';
import { until } from '@washdesk/test-support/until';
import { startCrashEnvironment, type CrashEnvironment } from '../crash-environment.ts';

const { members, kills } = sizeOf('increase');
/** Only a backstop: 10,000 members take a quarter of an hour per pass at the default rate. */
const passWithinMs = 7_200_000;

let environment: CrashEnvironment;
let scheduler: ApiClient;
const random = seededRandom(seed);

beforeAll(async () => {
  environment = await startCrashEnvironment({ seed, members, backgroundPerSecond: 60 });
  // as in live mode: too frequent calls are rejected, and counted
  environment.stripe.behave({ limits: true });
  await signIn();
}, 1_200_000);
afterAll(() => environment?.stop());

/** An access token lasts minutes, a pass over many members longer. */
async function signIn(): Promise<void> {
  scheduler = new ApiClient(environment.cloud.url, await signedIn(environment, { roles: Role.Scheduler }));
}

type Counts = PriceIncreaseDetail['counts'];
const detailOf = (id: string) => ok(scheduler.get<PriceIncreaseDetail>(`/priceincrease/${id}`));
const countOf = (counts: Counts, ...states: string[]) =>
  counts.filter(({ state }) => states.includes(state)).reduce((sum, one) => sum + one.members, 0);
const increaseIn = async (id: string) =>
  environment.database.db.selectFrom('price_increase').select('state').where('id', '=', id).executeTakeFirstOrThrow();

/** Queries the database, because the cloud may be dead. */
async function inState(id: string, state: string): Promise<PriceIncreaseDetail> {
  await until(`the increase is ${state}`, async () => ((await increaseIn(id)).state === state ? true : null), passWithinMs);
  await signIn();
  return detailOf(id);
}

async function membersIn(id: string, state: IncreaseMemberState): Promise<number> {
  const { count } = await environment.database.db
    .selectFrom('price_increase_member')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('increase', '=', id)
    .where('state', '=', state)
    .executeTakeFirstOrThrow();
  return count;
}

/** Starts a pass, kills the cloud at random points, and lets it end. @param from the state of members that the pass has not handled */
async function throughKills(id: string, { to, from, end }: { to: string; from: IncreaseMemberState; end: string }) {
  const all = await membersIn(id, from);
  const places = Array.from({ length: kills }, () => Math.floor(all * (0.1 + 0.8 * random()))).toSorted((a, b) => b - a);
  await ok(scheduler.post(`/priceincrease/${id}/state`, { state: to, ...(to !== 'checking' && { members: all }) }));
  for (const place of places) {
    await until(`${place} of ${all} are left`, async () => ((await membersIn(id, from)) <= place ? true : null), passWithinMs);
    await environment.crash();
  }
  return inState(id, end);
}

const noticesIn = async (id: string, state?: 'dropped') => {
  const { fn } = environment.database.db;
  const all = environment.database.db.selectFrom('increase_notice').select(['kind', fn.countAll<number>().as('notices')]);
  const asked = all.where('increase', '=', id).groupBy('kind');
  return state === undefined ? asked.execute() : asked.where('state', '=', state).execute();
};
const schedules = () => environment.stripe.store.list('subscription_schedule');
const ours = (id: string) => schedules().filter(({ metadata }) => metadata['bulkincrease'] === id);
const requests = () => Object.entries(environment.stripe.state().requests);
const changes = () => requests().reduce((sum, [what, count]) => (what.startsWith('GET') ? sum : sum + count), 0);
const tooQuick = () => requests().filter(([what]) => what.endsWith(' 429'));

it(
  `of ${members} members is done once each, however often the cloud is killed, and within Stripe's rates`,
  async () => {
    const { prices, dates } = await ok(scheduler.get<{ prices: PaidPrice[]; dates: string[] }>('/priceincrease/options'));
    const chosen = prices.flatMap(({ price, targets: [next] }) => (next ? [{ from: price, to: next.price }] : []));
    const request = { name: 'All of them', effectiveDate: dates.at(-1), prices: chosen };
    const { id } = await ok(scheduler.post<PriceIncrease>('/priceincrease', request));
    const draft = await inState(id, 'draft');
    const planned = countOf(draft.counts, 'planned');
    expect(planned).toBeGreaterThan(members / 4);
    const before = { changes: changes(), schedules: schedules().map((one) => one.id) };

    const checked = await throughKills(id, { to: 'checking', from: 'planned', end: 'checked' });
    expect(countOf(checked.counts, 'checked')).toBe(planned);
    expect(changes()).toBe(before.changes);

    const done = await throughKills(id, { to: 'running', from: 'checked', end: 'done' });
    expect(countOf(done.counts, 'scheduled')).toBe(planned);
    await environment.settled();
    // a schedule made twice would appear twice, released or not; one without the increase's id would be half made
    expect(schedules()).toHaveLength(before.schedules.length + planned);
    expect(new Set(ours(id).map(({ subscription }) => subscription)).size).toBe(planned);
    const targets = new Map(chosen.map(({ from, to }) => [from, to]));
    for (const { phases, status, metadata } of ours(id)) {
      expect([status, phases.length, phases.at(-1)?.items[0]?.price]).toEqual(['active', 2, targets.get(metadata['originalprice']!)]);
    }
    expect(await settledDifferences(environment.stripe, environment.database.db, environment.settled)).toEqual([]);

    expect(await noticesIn(id)).toEqual([{ kind: 'increase', notices: planned }]);

    const undone = await throughKills(id, { to: 'undoing', from: 'scheduled', end: 'undone' });
    expect(countOf(undone.counts, 'undone')).toBe(planned);
    await environment.settled();
    expect(ours(id).filter(({ status }) => status !== 'released')).toEqual([]);
    const others = new Set(before.schedules);
    expect(schedules().filter(({ id: one, status }) => others.has(one) && status === 'released')).toEqual([]);
    const notes = await environment.database.db.selectFrom('note').select('id').where('note', 'like', 'Price increase removed%').execute();
    expect(notes).toHaveLength(planned);
    // no member was notified, because no channel was available: no retraction is sent
    expect(await noticesIn(id, 'dropped')).toEqual([{ kind: 'increase', notices: planned }]);
    expect(tooQuick()).toEqual([]);
  },
  scaledTimeout(2 * passWithinMs),
);
