import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { listLaneTraces } from '@washdesk/contracts/lane/trace';
import type { DurablePayload } from '@washdesk/site-protocol/events';
import { ErasedCodes } from '../../../db/erased-codes.ts';
import { storeLaneTrace } from '../../../documents/lane-trace.ts';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { startCloud, type Cloud } from '../../../testing/cloud.ts';

type Traces = z.infer<typeof listLaneTraces.response>;
type Trace = DurablePayload<'trace'>;

let cloud: Cloud;
let manager: ApiClient;
const erasedCodes = new ErasedCodes(randomBytes(32));

beforeAll(async () => {
  cloud = await startCloud();
  manager = await clientAs(cloud, 'SalesManager');
});
afterAll(() => cloud.stop());

const at = (minute: number): string => new Date(Date.parse('2026-11-21T12:00:00.000Z') + minute * 60_000).toISOString();

const trace = (minute: number, more: Partial<Trace> = {}): Trace => ({
  id: randomUUID(),
  began: at(minute),
  lane: 1,
  gate: null,
  code: '12345+123456',
  customer: null,
  command: null,
  employee: null,
  outcome: 'shown',
  reason: 'The member is admitted',
  hops: [
    { step: 'read', afterMs: 0, device: 'reader', detail: 'Antenna 1 read the tag at -48 dBm' },
    { step: 'filter', afterMs: 212.5, device: null, detail: '2 reads in 500 ms' },
  ],
  ...more,
});

const store = (traces: readonly Trace[], site = 12): Promise<void> =>
  cloud.database.db.transaction().execute(async (tx) => {
    for (const one of traces) await storeLaneTrace(tx, site, one, erasedCodes);
  });

async function list(query: Record<string, string>): Promise<Traces> {
  const { status, body } = await manager.get<Traces>(`/lane/traces?${new URLSearchParams(query).toString()}`);
  expect(status).toBe(200);
  return body;
}

const beganOf = async (query: Record<string, string>): Promise<string[]> => (await list(query)).traces.map(({ began }) => began);

async function insertPress(more: {
  id?: string;
  minute: number;
  result: string | null;
  detail?: string;
  requestId?: string;
  customer?: string;
  principal?: string;
}) {
  const { id = randomUUID(), minute, result, detail = null, customer = null, principal = 'p', requestId = null } = more;
  const answered = result === null ? null : new Date(Date.parse(at(minute)) + 250);
  const press = { id, site: 27, gate: 'south', principal, employee: 7, customer, reason: null, journal: null, request_id: requestId };
  await cloud.database.db
    .insertInto('gate_command')
    .values({ ...press, asked: new Date(at(minute)), result, detail, answered })
    .execute();
  return id;
}

describe('the cars at the lanes', () => {
  it('are found by lane, by tag, by time and by the member’s plate, newest first, each once', async () => {
    const { db } = cloud.database;
    await db.insertInto('customer_code').values({ code: 'TRACED1-IL', customer: 'cus_traced', source: 'stripe' }).execute();
    const first = trace(1);
    await store([
      first,
      trace(2, { lane: 2, code: '22222+222222', customer: 'cus_traced' }),
      trace(3, { code: 'TRACED1-IL', customer: 'cus_traced' }),
    ]);
    await store([first]);
    expect(await beganOf({ site: '12', until: at(5) })).toEqual([at(3), at(2), at(1)]);
    expect(await beganOf({ lane: '2' })).toEqual([at(2)]);
    expect(await beganOf({ code: '12345+123456' })).toEqual([at(1)]);
    expect(await beganOf({ code: 'TRACED1-IL' })).toEqual([at(3), at(2)]);
    expect(await beganOf({ from: at(2), until: at(2) })).toEqual([at(2)]);
    const { traces } = await list({ code: '12345+123456' });
    expect(traces).toEqual([{ ...first, site: 12, name: null, requestId: null }]);
  });

  it('of a camera are found by plate, also if it named no state', async () => {
    const suggested = { outcome: 'suggested', reason: 'Suggested in the register’s box' } as const;
    await store([trace(6, { code: 'CAM123-IL', ...suggested }), trace(7, { code: 'CAM123', ...suggested })]);
    const { traces } = await list({ code: 'cam 123-il' });
    expect(traces.map(({ code, outcome }) => [code, outcome])).toEqual([
      ['CAM123', 'suggested'],
      ['CAM123-IL', 'suggested'],
    ]);
  });

  it('are found by a plate without its state: the camera’s, and those of the member’s tag', async () => {
    const { db } = cloud.database;
    await db.insertInto('customer_code').values({ code: 'BARE123-IN', customer: 'cus_bare', source: 'stripe' }).execute();
    await store([trace(8, { code: 'BARE123-IL' }), trace(9, { code: '33333+333333', customer: 'cus_bare' })]);
    expect(await beganOf({ code: 'bare 123' })).toEqual([at(9), at(8)]);
  });

  it('include a press that its site never got, with what the cloud knows', async () => {
    const rejected = await insertPress({ minute: 10, result: 'rejected', requestId: 'from-the-app-1.1b2c3d4e' });
    await insertPress({ minute: 11, result: null });
    const { traces } = await list({ site: '27' });
    expect(traces.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['unknown', 'The site didn’t respond'],
      ['not-opened', 'The site wasn’t connected'],
    ]);
    expect(traces[1]).toMatchObject({
      command: rejected,
      requestId: 'from-the-app-1.1b2c3d4e',
      employee: 7,
      hops: [{ step: 'press' }, { step: 'command', afterMs: 250 }],
    });
  });

  it('include an opening of a lane or at the local page whose trace was lost', async () => {
    await insertPress({ minute: 12, result: 'opened', principal: 'lane:1' });
    await insertPress({ minute: 13, result: 'opened', principal: 'local-page:cashier' });
    const { traces } = await list({ site: '27', from: at(12), until: at(13) });
    expect(traces.map(({ hops }) => hops[0]?.detail)).toEqual(['Open Gate was pressed at the local page', 'The lane opened by itself']);
  });

  it('belong to the member for whom the cashier pressed, and the press is not listed twice', async () => {
    const command = await insertPress({ minute: 20, result: 'opened', customer: 'cus_pressed' });
    await store([trace(20, { code: null, command, gate: 'south', outcome: 'opened', reason: null })], 27);
    const { traces } = await list({ customer: 'cus_pressed' });
    expect(traces).toEqual([expect.objectContaining({ command, customer: 'cus_pressed', outcome: 'opened' })]);
  });

  it('are found by gate, and one by its own id or by that of its press, with the member’s name', async () => {
    await sql`insert into mirror_customer (id, object, read_seq, created, name, search) values ('cus_named', '{}', 0, now(), 'Ada Moore', '')`.execute(
      cloud.database.db,
    );
    const command = await insertPress({ minute: 25, result: 'opened', customer: 'cus_named' });
    const traced = trace(25, { code: null, command, gate: 'south', outcome: 'opened', reason: null });
    await store([traced, trace(26, { gate: 'north' })], 27);
    const untraced = await insertPress({ minute: 27, result: 'rejected' });
    expect(await beganOf({ site: '27', gate: 'north' })).toEqual([at(26)]);
    expect(await beganOf({ id: untraced })).toEqual([at(27)]);
    for (const id of [traced.id, command]) expect((await list({ id })).traces).toMatchObject([{ command, name: 'Ada Moore' }]);
  });

  it('of a later release are listed as unknown', async () => {
    const later = { ...trace(30), outcome: 'unknown', hops: [{ step: 'unknown', afterMs: 1, device: null, detail: 'Later' }] } as never;
    await store([later]);
    expect((await list({ from: at(30) })).traces[0]).toMatchObject({ outcome: 'unknown', hops: [{ step: 'unknown' }] });
  });
});
