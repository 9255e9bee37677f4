import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { member } from '@washdesk/contracts/samples.fixture';
import type { DurablePayload } from '@washdesk/site-protocol/events';
import { offsetTo } from '@washdesk/stripe-simulator/company-clock.fixture';
import { AnsweringSite } from '../../../testing/answering-site.ts';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { startCloud, type Cloud } from '../../../testing/cloud.ts';

let cloud: Cloud;
let folder: string;
let joliet: AnsweringSite;
let merrillville: AnsweringSite;
let cashier: ApiClient;
let manager: ApiClient;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'washdesk-clock-'));
  const clock = join(folder, 'clock.json');
  await writeFile(clock, JSON.stringify({ offsetMs: offsetTo('2026-11-21T15:30:00Z') }));
  cloud = await startCloud({ WASHDESK_CLOCK_FILE: clock });
  joliet = await AnsweringSite.at(12, cloud);
  merrillville = await AnsweringSite.at(27, cloud);
  cashier = await clientAs(cloud, 'Cashier');
  manager = await clientAs(cloud, 'SalesManager');
});
afterAll(async () => {
  await joliet.close();
  await merrillville.close();
  await cloud.stop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  for (const table of ['usage', 'usage_month', 'sitewatch_sale', 'sitewatch_link'] as const) {
    await cloud.database.db.deleteFrom(table).execute();
  }
});

interface WashPage {
  detail: { CREATED: string; SALEID: number }[];
  count: number;
  next_page: string | null;
}

describe('usage', () => {
  const used = (at: string, more: object = {}) =>
    cloud.database.db
      .insertInto('usage')
      .values({
        id: randomUUID(),
        customer: member.customer,
        code: member.plate,
        plan_name: 'Super Kiss',
        site: 12,
        terminal: 'Washcashier1',
        employee: 201,
        source: 'redeem',
        sale_id: null,
        at: new Date(at),
        ...more,
      })
      .execute();
  const told = (year: number, month: number, returns: number) =>
    cloud.database.db
      .insertInto('usage_month')
      .values({ customer: member.customer, year, month, plan_name: 'Super Kiss', returns })
      .execute();
  const sale = (more: Partial<DurablePayload<'sale'>> = {}): DurablePayload<'sale'> => ({
    saleId: 700,
    created: '2026-11-20 18:15:00',
    terminal: 'WASHXPT1',
    employee: null,
    code: member.tag,
    planName: 'STR SUPER KISS',
    total: 500,
    tax: 30,
    status: 0,
    customer: null,
    ...more,
  });

  const usageNow = (by = manager) => by.get(`/customer/${member.customer}/usage`);

  it('of an unknown customer is 404', async () => {
    expect(await cashier.get('/customer/cus_nobody/usage')).toMatchObject({ status: 404, body: { code: 'customer_not_found' } });
  });

  it('goes through pages of 500, each wash once, the newest first', async () => {
    const first = Date.parse('2020-01-01T12:00:00Z');
    // three washes per minute, so that a page ends between washes of the same instant
    const rows = Array.from({ length: 1_001 }, (_, index) => ({
      id: randomUUID(),
      customer: member.customer,
      code: member.plate,
      plan_name: 'Super Kiss',
      site: 12,
      terminal: 'Washcashier1',
      employee: 201,
      source: 'redeem' as const,
      sale_id: index + 1,
      at: new Date(first + Math.floor(index / 3) * 60_000),
    }));
    await cloud.database.db.insertInto('usage').values(rows).execute();
    const seen: WashPage['detail'] = [];
    const sizes: number[] = [];
    let page: string | null = '';
    while (page !== null) {
      const { body } = (await cashier.get(`/customer/${member.customer}/usage?page=${page}`)) as { body: WashPage };
      expect(body.count).toBe(1_001);
      seen.push(...body.detail);
      sizes.push(body.detail.length);
      page = body.next_page;
    }
    expect(sizes).toEqual([500, 500, 1]);
    expect(new Set(seen.map(({ SALEID }) => SALEID)).size).toBe(1_001);
    expect(seen.map(({ CREATED }) => CREATED)).toEqual(
      seen
        .map(({ CREATED }) => CREATED)
        .toSorted()
        .toReversed(),
    );
    expect(await cashier.get(`/customer/${member.customer}/usage?page=rubbish`)).toMatchObject({ status: 400 });
  });

  it('shows a cashier only the visits at the session’s site, in usage, timeline and summary', async () => {
    await used('2026-11-19T15:00:00Z', { code: 'HERE1-IL' });
    await used('2026-11-20T15:00:00Z', { site: 27, code: 'THERE1-IL' });
    const seenBy = async (by: ApiClient) => {
      const of = async (view: string) => (await by.get(`/customer/${member.customer}/${view}`)).body;
      const [usage, timeline, summary] = [await of('usage'), await of('timeline?kinds=wash,gate,print'), await of('summary')];
      const sites = [
        (usage['detail'] as { SITE: number }[]).map(({ SITE }) => SITE),
        (timeline['entries'] as { site: number }[]).map(({ site }) => site),
        [(summary['last_wash'] as { site: number }).site],
      ];
      return { sites, months: (usage['summary'] as { returns: number }[]).map(({ returns }) => returns) };
    };
    expect(await seenBy(cashier)).toEqual({ sites: [[12], [12], [12]], months: [2] });
    expect(await seenBy(manager)).toEqual({ sites: [[27, 12], [27, 12], [27]], months: [2] });
  });

  it('counts every wash of all sites once, by the months of their calendars', async () => {
    await told(2026, 9, 4);
    await told(2026, 10, 2);
    await used('2026-10-05T15:00:00Z');
    await used('2026-10-12T15:00:00Z', { site: 27 });
    // still October in Joliet, and one more wash than reported
    await used('2026-11-01T03:30:00Z');
    await used('2026-11-20T16:00:00Z', { sale_id: 699 });
    await joliet.tell('sale', sale());
    // the sale created by our own usage is the same wash
    await joliet.tell('sale', sale({ saleId: 699, created: '2026-11-20 10:00:00' }));

    const { body } = await usageNow();
    expect(body).toMatchObject({
      summary: [
        { year: 2026, month: 11, plan: 'STR SUPER KISS', returns: 1 },
        { year: 2026, month: 11, plan: 'Super Kiss', returns: 1 },
        { year: 2026, month: 10, plan: 'Super Kiss', returns: 3 },
        { year: 2026, month: 9, plan: 'Super Kiss', returns: 4 },
      ],
      averages: { average12: 7 / 12, average6: 7 / 6 },
      trend: 'Rising',
      badge: 'green',
      count: 5,
      next_page: null,
    });
    expect(body['detail']).toHaveLength(5);
    expect(body['detail']).toMatchObject([
      {
        CREATED: '2026-11-21T00:15:00.000Z',
        SITE: 12,
        SITENAME: 'Joliet',
        TERMINAL: 'WASHXPT1',
        CODE: member.tag,
        SALEID: 700,
        TOTAL: 500,
        STATUSCODE: 0,
      },
      { CREATED: '2026-11-20T16:00:00.000Z', CODE: member.plate, SALEID: 699, TOTAL: 0 },
      { CREATED: '2026-11-01T03:30:00.000Z', SALEID: null },
      { CREATED: '2026-10-12T15:00:00.000Z', SITENAME: 'Merrillville' },
      { CREATED: '2026-10-05T15:00:00.000Z' },
    ]);
  });

  it('of a sale that is told again changed is what was told last: a voided wash is shown and not counted', async () => {
    await joliet.tell('sale', sale());
    await joliet.tell('sale', sale({ status: 1 }));
    expect((await usageNow()).body).toMatchObject({
      summary: [],
      trend: 'No Usage',
      badge: 'none',
      count: 1,
      detail: [{ STATUSCODE: 1 }],
    });
  });

  it('is no sale without a club plan, and none of a stranger', async () => {
    await joliet.tell('sale', sale({ planName: null }));
    await joliet.tell('sale', sale({ saleId: 701, code: 'NOBODY1-IL', customer: 88 }));
    expect((await usageNow()).body).toMatchObject({ summary: [], detail: [], count: 0 });
  });

  it('knows whose a sale is by the customer of that Sitewatch, which listed its code', async () => {
    await cloud.database.db
      .insertInto('sitewatch_link')
      .values({ site: 27, customer: member.customer, objid: 4_711, plate: null, tag: null, codes: ['oldPLATE'], changed: new Date() })
      .execute();
    await cloud.database.db.updateTable('site').set({ time_zone: 'America/New_York' }).where('number', '=', 27).execute();
    await joliet.tell('sale', sale({ code: null, customer: 4_711 }));
    await merrillville.tell('sale', sale({ code: 'old\u0000PLATE', customer: 4_711 }));
    expect((await usageNow()).body).toMatchObject({
      count: 1,
      detail: [{ SITE: 27, CODE: 'oldPLATE', CREATED: '2026-11-20T23:15:00.000Z' }],
    });
  });
});
