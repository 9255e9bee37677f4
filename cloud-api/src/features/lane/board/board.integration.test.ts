import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LaneBoard, LaneDecision } from '@washdesk/contracts/lane/board';
import { member } from '@washdesk/contracts/samples.fixture';
import { Role } from '@washdesk/rules/company/roles';
import { carStateOf, waitingReads } from '@washdesk/rules/lane/lane-board';
import { laneReasonWords } from '@washdesk/rules/lane/lane-reasons';
import { EnrolledTablet } from '@washdesk/simulators/tablet/enrolled-tablet';
import type { DurablePayload } from '@washdesk/site-protocol/events';
import { until } from '@washdesk/test-support/until';
import { AnsweringSite } from '../../../testing/answering-site.ts';
import { ApiClient } from '../../../testing/api-client.ts';
import { signedIn } from '../../../testing/callers.ts';
import { send } from '../../../testing/calls.ts';
import { startCloud, type Cloud } from '../../../testing/cloud.ts';

type Trace = DurablePayload<'trace'>;

let cloud: Cloud;
let site: AnsweringSite;
let cashier: ApiClient;

beforeAll(async () => {
  cloud = await startCloud();
  site = await AnsweringSite.at(12, cloud);
  await site.online(cloud);
  const gate = { site: 12, id: 'north', kind: 'gate', name: 'North', lane: 1, health: 'online', reason: null, since: new Date() };
  await cloud.database.db.insertInto('site_device').values(gate).execute();
  cashier = await cashierOf({});
});
afterAll(async () => {
  await site.close();
  await cloud.stop();
});

const cashierOf = async (who: { site?: number; number?: number }) =>
  new ApiClient(cloud.url, await signedIn(cloud, { roles: Role.Cashier, ...who }));
const ago = (seconds: number): Date => new Date(Date.now() - seconds * 1_000);
const trace = (seconds: number, more: Partial<Trace> = {}): Trace => ({
  id: randomUUID(),
  began: ago(seconds).toISOString(),
  lane: 1,
  gate: null,
  code: member.tag,
  customer: member.customer,
  command: null,
  employee: null,
  outcome: 'opened',
  reason: null,
  hops: [{ step: 'decision', afterMs: 3, device: null, detail: laneReasonWords.admitted }],
  ...more,
});
const suggested = (seconds: number, more: Partial<Trace> = {}) =>
  trace(seconds, { code: 'CAM123-IL', customer: null, outcome: 'suggested', reason: 'Its score is below 0.9', hops: [], ...more });

async function board(client = cashier): Promise<LaneBoard> {
  const { status, body } = await client.get<LaneBoard>('/lane/board');
  expect(status).toBe(200);
  return body;
}
const decide = (id: string, body: object, client = cashier) =>
  client.post<LaneDecision & { code: string }>(`/lane/reads/${id}/decision`, body);

describe('the board', () => {
  it('has the cars of its own site with member, plan and decision, newest first', async () => {
    const [older, newer] = [trace(30), trace(20, { lane: 2, code: 'GONE12-IL', customer: null, outcome: 'not-opened', reason: 'No' })];
    await site.tell('trace', older);
    await site.tell('trace', newer);
    await site.tell('trace', trace(13 * 3_600));
    const { cars, lanes, gates, silentSince } = await board();
    expect(cars.map(({ id }) => id)).toEqual([newer.id, older.id]);
    expect(cars[1]).toMatchObject({
      name: member.name,
      plate: member.plate,
      planName: 'Super Kiss',
      reason: laneReasonWords.admitted,
      laneReason: 'admitted',
    });
    expect(cars[0]).toMatchObject({ name: null, admission: 'not-found', reason: 'No' });
    expect(lanes).toEqual([1, 2]);
    expect(gates).toMatchObject([{ host: 'north', lane: 1, health: 'online', relay: null, gateOpen: null }]);
    expect(silentSince).toBeNull();
    expect((await board(await cashierOf({ site: 27 }))).cars).toEqual([]);
  });

  it('shows a tag at once, then the decision of its lane, then its trace in their place', async () => {
    const newest = async () => (await board()).cars[0];
    await site.report('tag', { reader: 'reader', antenna: 1, lane: 1, tag: 'FRESH1-IL', rssi: -48 });
    const read = await until('the tag is shown', async () => ((await newest())?.code === 'FRESH1-IL' ? newest() : null));
    expect(read).toMatchObject({ id: null, outcome: null, planName: 'Super Kiss' });
    const decision = { lane: 1, code: 'FRESH1-IL', customer: 'cus_fresh', admitted: true, usage: null, command: null, gate: null } as const;
    await site.report('decision', { ...decision, reason: 'payment-due', decidedMs: 2, answeredMs: null });
    const decided = await until('the decision is shown', async () => ((await newest())?.laneReason === 'payment-due' ? newest() : null));
    expect(decided && carStateOf(decided)).toBe('payment-due');
    const traced = trace(0, { code: 'FRESH1-IL', outcome: 'shown', reason: laneReasonWords['payment-due'], customer: 'cus_fresh' });
    await site.tell('trace', traced);
    expect((await board()).cars.filter(({ code }) => code === 'FRESH1-IL').map(({ id }) => id)).toEqual([traced.id]);
  });
});

describe('a read that waits', () => {
  const waiting = async () => waitingReads((await board()).cars, new Date()).map(({ car, lanes }) => [car.code, lanes]);

  it('is decided once, by the person who was first', async () => {
    const read = suggested(5);
    await site.tell('trace', read);
    expect(await waiting()).toEqual([['CAM123-IL', [1]]]);
    const first = await decide(read.id, { kind: 'admitted', lane: 1 });
    expect(first).toMatchObject({ status: 200, body: { kind: 'admitted', lane: 1 } });
    expect(await waiting()).toEqual([]);
    expect((await decide(read.id, { kind: 'admitted', lane: 1 })).body).toEqual({ ...first.body, by: first.body.by });
    const other = await cashierOf({ number: 205 });
    expect(await decide(read.id, { kind: 'dismissed' }, other)).toMatchObject({ status: 409, body: { code: 'read_decided' } });
    const { rows } = await cloud.database.raw.query(`select action, subject from audit where action like 'lane-read.%'`);
    expect(rows).toEqual([{ action: 'lane-read.admitted', subject: `lane-read:${read.id}` }]);
  });

  it('with a tag of two lanes names both, and a car that stands elsewhere is moved', async () => {
    const tied = { outcome: 'ignored' as const, hops: [], tiedLanes: [1, 2], code: '54321+654321', customer: null };
    await site.tell('trace', trace(4, { ...tied, lane: 1 }));
    await site.tell('trace', trace(4, { ...tied, lane: 2 }));
    expect(await waiting()).toEqual([['54321+654321', [1, 2]]]);
    const car = (await board()).cars.find(({ code, lane }) => code === tied.code && lane === 1);
    expect((await decide(car?.id ?? '', { kind: 'moved', lane: 2 })).status).toBe(200);
    expect((await board()).cars.find(({ id }) => id === car?.id)?.decision).toMatchObject({ kind: 'moved', lane: 2 });
    expect(await waiting()).toEqual([]);
  });

  it('is answered by a register that redeems the plate', async () => {
    await site.tell('trace', suggested(2, { code: 'FRESH1-IL' }));
    expect(await waiting()).toEqual([['FRESH1-IL', [1]]]);
    expect((await cashier.get<{ usageId: string }>('/dxt/FRESH1-IL?redeem=yes')).body.usageId).toBeTruthy();
    expect(await waiting()).toEqual([]);
  });

  it('of another site or of long ago is not decided', async () => {
    const old = suggested(16 * 60);
    await site.tell('trace', old);
    expect(await decide(old.id, { kind: 'dismissed' })).toMatchObject({ status: 409, body: { code: 'read_too_old' } });
    const elsewhere = await cashierOf({ site: 27 });
    expect(await decide(old.id, { kind: 'dismissed' }, elsewhere)).toMatchObject({ status: 404, body: { code: 'read_unknown' } });
  });
});

describe('an enrolled lane board without a sign-in', () => {
  const enrolled = async (kind: string) => {
    const device = new EnrolledTablet(null);
    const admin = await signedIn(cloud, { roles: Role.Admin });
    const body = JSON.stringify({ kind, name: 'Lanes', site: 12, terminal: 'Washcashier1' });
    const { text } = await send(cloud.url, { method: 'POST', path: '/device/enrolment', headers: admin, body });
    await device.enrol(cloud.url, (JSON.parse(text) as { link: string }).link);
    return device;
  };

  it('sees the cars of its site without names, and decides nothing', async () => {
    const read = suggested(3, { code: member.plate });
    await site.tell('trace', trace(4));
    await site.tell('trace', read);
    const device = await enrolled('lane_board');
    const { status, body } = await device.ask({ method: 'GET', path: '/lane/board' });
    expect(status).toBe(200);
    const { cars } = body as LaneBoard;
    const [plate, tag] = [member.plate, member.tag].map((code) => cars.find((car) => car.code === code));
    expect(plate?.customer).toBe(tag?.customer);
    expect(tag).toMatchObject({ customer: expect.stringMatching(/^member-\d+$/), name: null, subscription: null, planName: 'Super Kiss' });
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`cus_|sub_|${member.name}`));
    const decided = await device.ask({ method: 'POST', path: `/lane/reads/${read.id}/decision`, body: { kind: 'dismissed' } });
    expect(decided.status).toBe(401);
  });

  it('is live, and a tablet gets neither the lanes nor their ticket', async () => {
    const [lanes, tablet] = [await enrolled('lane_board'), await enrolled('tablet')];
    const ticket = { method: 'POST', path: '/live/ticket', body: { topic: 'lanes' } };
    expect((await lanes.ask(ticket)).status).toBe(200);
    expect((await lanes.ask({ ...ticket, body: { topic: 'gate' } })).status).toBe(403);
    for (const call of [ticket, { method: 'GET', path: '/lane/board' }]) expect((await tablet.ask(call)).status).toBe(403);
  });
});
