import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ManyCodesReport, MultiCodeCustomer, OnlineAttemptsReport } from '@washdesk/contracts/company/report';
import { member } from '@washdesk/contracts/samples.fixture';
import { Role } from '@washdesk/rules/company/roles';
import { until } from '@washdesk/test-support/until';
import { AnsweringSite } from '../../../testing/answering-site.ts';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { signedIn } from '../../../testing/callers.ts';
import { startCloud, type Cloud } from '../../../testing/cloud.ts';
import { ok } from '../../../testing/member-views.ts';
import { freshMember } from '../../../testing/members.ts';

let cloud: Cloud;
let reporter: ApiClient;
let admin: ApiClient;

beforeAll(async () => {
  cloud = await startCloud();
  [reporter, admin] = await Promise.all([clientAs(cloud, 'Reporter'), clientAs(cloud, 'Admin')]);
});
afterAll(() => cloud.stop());

const first = () => ok(reporter.get<ManyCodesReport>('/reports/1'));

const csvOf = async (path: string): Promise<{ type: string | null; name: string | null; lines: string[] }> => {
  const { headers, text } = await fetch(`${cloud.url}/api${path}`, {
    headers: { ...(await signedIn(cloud, { roles: Role.Reporter })), accept: 'text/csv' },
  }).then(async (answer) => ({ headers: answer.headers, text: await answer.text() }));
  return { type: headers.get('content-type'), name: headers.get('content-disposition'), lines: text.trim().split('\r\n') };
};

describe('customers with more than two active codes', () => {
  let joliet: AnsweringSite;
  let merrillville: AnsweringSite;

  beforeAll(async () => {
    [joliet, merrillville] = await Promise.all([AnsweringSite.at(12, cloud), AnsweringSite.at(27, cloud)]);
  });
  afterAll(() => Promise.all([joliet.close(), merrillville.close()]));

  const codes = (...given: [customer: number, code: string][]) =>
    given.map(([customer, code], index) => ({ objid: index + 1, customer, code }));
  const partOf =
    (all: ReturnType<typeof codes>) =>
    ({ after, most }: { after: number; most: number }) => ({ codes: all.filter(({ objid }) => objid > after).slice(0, most) });

  it('are unknown before a site told its codes', async () => {
    expect(await first()).toMatchObject({ rows: [], count: 0, sites: [{ site: 12, name: 'Joliet', at: null }, { site: 27 }] });
  });

  it('are counted over all sites, each code once, without those that are switched off', async () => {
    // matched by a Stripe code at one site and by the site's link at the other
    await cloud.database.db
      .insertInto('sitewatch_link')
      .values([
        { site: 27, customer: member.customer, objid: 7, plate: 'THIRD1-IN', tag: null, telling: null, changed: new Date() },
        // a restored site gave this member's number to another member
        { site: 27, customer: 'cus_renumbered', objid: 7, plate: 'LOST1-IN', tag: null, telling: null, changed: new Date() },
      ])
      .execute();
    joliet.answers['sitewatch.all-codes'] = partOf(
      codes(
        [50, member.plate],
        [50, 'SECOND1-IL'],
        [50, 'GONE1-IL~3'],
        [60, freshMember.plate],
        [60, 'OTHER1-IL'],
        [99, 'A-IL'],
        [99, 'B-IL'],
        [99, 'C-IL'],
      ),
    );
    merrillville.answers['sitewatch.all-codes'] = partOf(codes([7, 'SECOND1-IL'], [7, 'THIRD1-IN'], [8, freshMember.plate]));
    await Promise.all([joliet.online(cloud), merrillville.online(cloud)]);
    const report = await until('both sites are copied', async () => {
      const now = await first();
      return now.sites.every(({ at }) => at !== null) ? now : null;
    });
    expect(report).toMatchObject({
      id: 1,
      rows: [{ customer: member.customer, name: member.name, count: 3 }],
      distribution: [{ codes: 3, customers: 1 }],
      count: 1,
      next_page: null,
    });
    const list = await ok(admin.get<{ customers: MultiCodeCustomer[]; count: number }>('/reports/MultiActiveCodesByCustomers'));
    expect(list).toMatchObject({
      customers: [{ customer: member.customer, codes: [member.plate, 'SECOND1-IL', 'THIRD1-IN'], count: 3 }],
      count: 1,
    });
    expect(await ok(reporter.get('/reports/1?least=4'))).toMatchObject({ rows: [], count: 0, distribution: [{ codes: 3 }] });
  });

  it('leave the list when a site has fewer, and stay as they were while a site is silent', async () => {
    const again = async (site: AnsweringSite) => {
      await cloud.database.db
        .updateTable('sitewatch_code_copy')
        .set({ started: new Date(0), taken: new Date(0) })
        .where('site', '=', site.site)
        .execute();
      const before = site.askedFor('sitewatch.all-codes').length;
      await site.online(cloud, false);
      await site.online(cloud);
      await until('the site was asked', () => (site.askedFor('sitewatch.all-codes').length > before ? true : null));
    };
    joliet.answers['sitewatch.all-codes'] = () => ({ refused: 'unavailable' });
    await again(joliet);
    expect(await first()).toMatchObject({ count: 1 });
    merrillville.answers['sitewatch.all-codes'] = partOf(codes([7, 'SECOND1-IL']));
    await again(merrillville);
    await until('nobody has many codes', async () => ((await first()).count === 0 ? true : null));
  });
});

describe('pages and files', () => {
  beforeAll(async () => {
    const { db } = cloud.database;
    const many = Array.from({ length: 120 }, (_none, n) => ({ customer: `cus_many${String(n).padStart(3, '0')}`, codes: 3 + (n % 4) }));
    await db.insertInto('customer_many_codes').values(many).execute();
    await db
      .insertInto('many_codes_count')
      .values([3, 4, 5, 6].map((codes) => ({ codes, customers: 30 })))
      .execute();
    await db
      .insertInto('mirror_customer')
      .values({ id: 'cus_many003', object: '{}', read_seq: 0, created: new Date(), name: '=HYPERLINK("x")', search: '' })
      .execute();
    const day = (n: number) => new Date(Date.UTC(2026, 8, 1 + n)).toISOString().slice(0, 10);
    await db
      .insertInto('online_attempt')
      .values(Array.from({ length: 60 }, (_none, n) => ({ day: day(n), attempts: n })))
      .execute();
  });

  const walk = async <T extends { next_page: string | null }>(path: string): Promise<T[]> => {
    const pages = [await ok(reporter.get<T>(path))];
    for (let next = pages[0]!.next_page; next; next = pages.at(-1)!.next_page)
      pages.push(await ok(reporter.get<T>(`${path}?page=${next}`)));
    return pages;
  };

  it('give every customer once, most codes first', async () => {
    const pages = await walk<ManyCodesReport>('/reports/1');
    const rows = pages.flatMap((page) => page.rows);
    expect(pages.map((page) => page.rows.length)).toEqual([50, 50, 20]);
    expect(new Set(rows.map(({ customer }) => customer)).size).toBe(120);
    expect(rows.map(({ count }) => count)).toEqual(rows.map(({ count }) => count).toSorted((a, b) => b - a));
    expect(pages[0]).toMatchObject({ count: 120, distribution: [3, 4, 5, 6].map((codes) => ({ codes, customers: 30 })) });
  });

  it('give every day once, the newest first', async () => {
    const pages = await walk<OnlineAttemptsReport>('/reports/2');
    expect(pages.flatMap((page) => page.rows).map(({ date }) => date)).toHaveLength(60);
    expect(pages[0]).toMatchObject({ id: 2, count: 60, rows: { 0: { date: '2026-10-30', count: 59 } } });
  });

  it('are files if CSV is requested', async () => {
    const { type, name, lines } = await csvOf('/reports/1?least=6');
    expect([type, name]).toEqual(['text/csv; charset=utf-8', 'attachment; filename="customers-with-many-codes.csv"']);
    expect(lines).toHaveLength(31);
    expect(lines.slice(0, 2)).toEqual(['Customer,Name,Active codes', `cus_many003,"'=HYPERLINK(""x"")",6`]);
    expect((await csvOf('/reports/2')).lines.slice(0, 2)).toEqual(['Date,Attempts', '2026-10-30,59']);
  });

  it('are refused where they make no sense', async () => {
    expect(await reporter.get('/reports/4')).toMatchObject({
      status: 404,
      body: { code: 'report_not_found', message: 'Report not found' },
    });
    for (const path of ['/reports/1?page=x', '/reports/2?page=x', '/reports/1?least=2', '/reports/abc']) {
      expect(await reporter.get(path), path).toMatchObject({ status: 400 });
    }
  });

  it('are for Reporters exactly, and the list with codes for Admins', async () => {
    const [manager, cashier] = await Promise.all([clientAs(cloud, 'PriceManager'), clientAs(cloud, 'Cashier')]);
    for (const one of [admin, manager, cashier]) expect((await one.get('/reports/1')).status).toBe(403);
    for (const one of [reporter, cashier]) expect((await one.get('/reports/MultiActiveCodesByCustomers')).status).toBe(403);
  });
});
