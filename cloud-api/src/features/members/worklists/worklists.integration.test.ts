import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { getOverview } from '@washdesk/contracts/company/overview';
import type { DisputeToAnswer, IncompleteRow, OpenJobRow, PastDueRow } from '@washdesk/contracts/members/worklist';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { startCloud, type Cloud } from '../../../testing/cloud.ts';
import { ok } from '../../../testing/member-views.ts';

let cloud: Cloud;
let manager: ApiClient;
let support: ApiClient;

type Overview = z.output<typeof getOverview.response>;

interface List<Row> {
  rows: Row[];
  count: number;
  more: boolean;
  next_page: string | null;
}

const seconds = (iso: string): number => Date.parse(iso) / 1_000;
const people = 130;

beforeAll(async () => {
  cloud = await startCloud();
  [manager, support] = await Promise.all([clientAs(cloud, 'SalesManager'), clientAs(cloud, 'SupportCenter')]);
  const { db } = cloud.database;
  const row = { read_seq: 0, object: '{}' };
  const created = new Date('2026-05-01T12:00:00Z');
  const at = (n: number): Date => new Date(created.getTime() + n * 1_000);
  const siteOf = (n: number): number => (n % 10 === 0 ? 27 : 12);
  const each = <T>(make: (n: number) => T): T[] => Array.from({ length: people }, (_none, n) => make(n));
  const named = (n: number) => JSON.stringify({ id: `cus_w${n}`, name: `Person ${n}`, metadata: { CustomerCode: `W${n}-IL` } });
  await db
    .insertInto('mirror_customer')
    .values(each((n) => ({ id: `cus_w${n}`, object: named(n), read_seq: 0, created, name: `Person ${n}`, search: '' })))
    .execute();
  await db
    .insertInto('mirror_product')
    .values({ ...row, id: 'prod_w', object: JSON.stringify({ id: 'prod_w', name: 'Super Kiss', metadata: {} }) })
    .execute();
  const price = JSON.stringify({ id: 'price_w', nickname: null, unit_amount: 2_999, metadata: {} });
  await db
    .insertInto('mirror_price')
    .values({ ...row, id: 'price_w', object: price, product: 'prod_w' })
    .execute();
  const subscription = (n: number, id: string, status: string) => ({
    ...row,
    id,
    customer: `cus_w${n}`,
    status,
    price: 'price_w',
    created: at(n),
    // most have the same instant, so that the id decides
    period_end: n === 5 ? null : new Date(n === 3 ? '2026-11-15T10:00:00Z' : '2026-12-01T10:00:00Z'),
    site: siteOf(n),
    sold_by: 'SAM FULLER',
  });
  await db
    .insertInto('mirror_subscription')
    .values([...each((n) => subscription(n, `sub_due${n}`, 'past_due')), ...each((n) => subscription(n, `sub_new${n}`, 'incomplete'))])
    .execute();
  const invoice = (id: string, remaining: number, day: string, retry: number | null) => ({
    id,
    read_seq: 0,
    object: JSON.stringify({ id, amount_remaining: remaining, next_payment_attempt: retry }),
    customer: 'cus_w3',
    subscription: 'sub_due3',
    created: new Date(day),
    status: 'open',
  });
  await db
    .insertInto('mirror_invoice')
    .values([
      invoice('in_1', 2_999, '2026-10-01T10:00:00Z', null),
      invoice('in_2', 3_199, '2026-11-01T10:00:00Z', seconds('2026-11-25T10:00:00Z')),
    ])
    .execute();
  const charge = (id: string, n: number, status: string, day: string, outcome: object | null) => ({
    id,
    read_seq: 0,
    object: JSON.stringify({ id, outcome }),
    customer: `cus_w${n}`,
    created: new Date(day),
    amount: 2_999,
    status,
    site: siteOf(n),
  });
  await db
    .insertInto('mirror_charge')
    .values([
      charge('ch_old', 3, 'failed', '2026-10-01T10:00:00Z', { reason: 'expired_card' }),
      charge('ch_new', 3, 'failed', '2026-11-01T10:00:00Z', { reason: 'insufficient_funds' }),
      ...[1, 2, 10].map((n) => charge(`ch_d${n}`, n, 'succeeded', '2026-11-02T10:00:00Z', null)),
    ])
    .execute();
  const dispute = (id: string, of: number, status: string, due: string | null) => ({
    id,
    read_seq: 0,
    charge: `ch_d${of}`,
    created: new Date('2026-11-10T10:00:00Z'),
    status,
    object: JSON.stringify({ id, amount: 2_999, reason: 'fraudulent', evidence_details: { due_by: due && seconds(due) } }),
  });
  await db
    .insertInto('mirror_dispute')
    .values([
      dispute('du_late', 1, 'needs_response', '2026-12-05T10:00:00Z'),
      dispute('du_soon', 2, 'warning_needs_response', '2026-11-25T10:00:00Z'),
      dispute('du_none', 10, 'needs_response', null),
      dispute('du_won', 1, 'won', '2026-11-01T10:00:00Z'),
    ])
    .execute();
});
afterAll(() => cloud.stop());

async function walk<Row>(client: ApiClient, path: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page: string | null = ''; page !== null;) {
    const answer: List<Row> = await ok(client.get<List<Row>>(`${path}${path.includes('?') ? '&' : '?'}page=${page}`));
    rows.push(...answer.rows);
    page = answer.next_page;
  }
  return rows;
}

describe('the overview', () => {
  it('counts each worklist that the caller may open, with its money and its nearest deadline', async () => {
    const { items, failed } = await ok(support.get<Overview>('/overview'));
    expect(failed).toEqual([]);
    const rest = { more: false, amount: null, deadline: null, before: null };
    expect(items).toEqual(
      expect.arrayContaining([
        { ...rest, kind: 'disputes', count: 3, deadline: seconds('2026-11-25T10:00:00Z') },
        { ...rest, kind: 'pastDue', count: people, amount: 6_198 },
        { ...rest, kind: 'incomplete', count: people },
      ]),
    );
    const ofManager = (await ok(manager.get<Overview>('/overview?site=27'))).items;
    expect(ofManager.find(({ kind }) => kind === 'pastDue')).toMatchObject({ count: 13, amount: 0 });
    expect(ofManager.map(({ kind }) => kind)).not.toContain('disputes');
  });
});

describe('members whose payment is due', () => {
  it('have the amount due, the bank response and the next retry; the first period end is first', async () => {
    const list = await ok(manager.get<List<PastDueRow>>('/worklist/pastdue'));
    expect(list).toMatchObject({ count: people, more: false });
    expect(list.rows[0]).toEqual({
      customer: 'cus_w3',
      name: 'Person 3',
      phone: null,
      plate: 'W3-IL',
      site: 12,
      subscription: 'sub_due3',
      plan: 'Super Kiss',
      due: 6_198,
      since: seconds('2026-10-01T10:00:00Z'),
      declined: 'insufficient_funds',
      nextRetry: seconds('2026-11-25T10:00:00Z'),
      noText: 'not_set_up',
    });
    expect(list.rows[1]).toMatchObject({ due: 0, since: null, declined: null, nextRetry: null });
  });

  it('are each there once over the pages, and by site', async () => {
    const rows = await walk<PastDueRow>(manager, '/worklist/pastdue');
    expect(new Set(rows.map(({ subscription }) => subscription)).size).toBe(people);
    expect(rows).toHaveLength(people);
    expect(rows.at(-1)?.subscription).toBe('sub_due5');
    const here = await walk<PastDueRow>(manager, '/worklist/pastdue?site=27');
    expect(here).toHaveLength(people / 10);
    expect(new Set(here.map(({ site }) => site))).toEqual(new Set([27]));
  });
});

it('sign-ups that were not finished are listed, the newest first', async () => {
  const rows = await walk<IncompleteRow>(manager, '/worklist/incomplete');
  expect(rows.map(({ subscription }) => subscription)).toEqual(Array.from({ length: people }, (_none, n) => `sub_new${people - 1 - n}`));
  expect(rows[0]).toMatchObject({
    name: `Person ${people - 1}`,
    plan: 'Super Kiss',
    soldBy: 'SAM FULLER',
    begun: seconds('2026-05-01T12:00:00Z') + people - 1,
  });
});

it('disputes that need a response are sorted by deadline; one without a deadline is last', async () => {
  const list = await ok(support.get<List<DisputeToAnswer>>('/worklist/disputes'));
  expect(list.rows.map(({ dispute }) => dispute)).toEqual(['du_soon', 'du_late', 'du_none']);
  expect(list).toMatchObject({ count: 3, rows: { 0: { name: 'Person 2', charge: 'ch_d2', amount: 2_999, reason: 'fraudulent' } } });
  expect(await ok(support.get<List<DisputeToAnswer>>('/worklist/disputes?site=27'))).toMatchObject({
    count: 1,
    rows: [{ deadline: null }],
  });
});

describe('jobs that did not succeed', () => {
  const later = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 86_400_000);
  const created = new Date('2026-11-20T10:00:00.123Z');
  const enqueued = (job: {
    state?: string;
    last_error?: string | null;
    deadline?: Date;
    site?: number | null;
    customer?: string | null;
  }) => ({
    id: randomUUID(),
    kind: 'once',
    what: 'converge.sitewatch',
    key: randomUUID(),
    payload: '{}',
    due: later,
    state: 'pending',
    last_error: null,
    deadline: later,
    site: 12,
    customer: 'cus_w3',
    created,
    ...job,
  });

  beforeAll(async () => {
    const { db } = cloud.database;
    const many = Array.from({ length: 70 }, () => enqueued({ last_error: 'The site is not connected', site: 27 }));
    const one = [
      enqueued({ state: 'failed', last_error: 'connect ETIMEDOUT 10.0.0.9:3050', created: new Date('2026-11-19T10:00:00Z') } as object),
      enqueued({ deadline: new Date('2026-11-21T10:00:00Z'), customer: null, created: new Date('2026-11-21T10:00:00Z') } as object),
      // jobs without need for attention
      enqueued({}),
      enqueued({ state: 'done', last_error: 'Refused' }),
      enqueued({ state: 'dismissed', last_error: 'Refused' }),
    ];
    await db
      .insertInto('job')
      .values([...many, ...one])
      .execute();
  });

  it('have title, reason and next try; the oldest is first', async () => {
    const rows = await walk<OpenJobRow>(manager, '/worklist/jobs');
    expect(rows[0]).toMatchObject({
      customer: 'cus_w3',
      name: 'Person 3',
      plate: 'W3-IL',
      title: 'Update Sitewatch of Joliet',
      reason: 'Sitewatch of Joliet can’t be reached: no response in time',
      nextTry: null,
      since: seconds('2026-11-19T10:00:00Z'),
    });
    expect(rows[1]).toMatchObject({ title: 'Update Sitewatch of Merrillville', nextTry: later.getTime() / 1_000 });
    expect(rows.at(-1)).toMatchObject({ customer: null, name: null, reason: null, nextTry: null });
    expect(rows).toHaveLength(72);
    expect(new Set(rows.map(({ job }) => job)).size).toBe(72);
    expect(await ok(manager.get('/worklist/jobs?site=27'))).toMatchObject({ count: 70, more: false });
  });
});

it('are for those who work them off', async () => {
  const user = await clientAs(cloud, 'User');
  for (const list of ['pastdue', 'incomplete', 'disputes', 'jobs']) expect((await user.get(`/worklist/${list}`)).status, list).toBe(403);
  expect((await manager.get('/worklist/disputes')).status).toBe(403);
  for (const query of ['page=x', 'site=x']) expect((await manager.get(`/worklist/pastdue?${query}`)).status).toBe(400);
});
