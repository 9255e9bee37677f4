import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Revenue, RevenueAmounts } from '@washdesk/contracts/company/revenue';
import type { ListedSetting } from '@washdesk/contracts/company/setting';
import type { Job } from '@washdesk/contracts/system/job';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { startMailboxSimulator, type MailboxSimulator } from '@washdesk/simulators/mailbox/mailbox-simulator';
import { until } from '@washdesk/test-support/until';
import { startCloudApi } from '../../../compose.ts';
import { readConfig } from '../../../config.ts';
import { openLog } from '../../../http/log.ts';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../testing/billing-cloud.ts';
import { ok } from '../../../testing/member-views.ts';

let cloud: BillingCloud;
let mailbox: MailboxSimulator;
let admin: ApiClient;

beforeAll(async () => {
  mailbox = await startMailboxSimulator();
  cloud = await startBillingCloud({
    // Monday at 5:30 in Joliet
    at: '2026-11-23T11:30:00Z',
    settings: { WASHDESK_SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`, WASHDESK_MAIL_FROM: 'Washdesk <desk@washdesk.test>' },
  });
  admin = await clientAs(cloud, 'Admin');
  await insertTwoWeeks();
});
afterAll(async () => {
  await cloud.stop();
  await mailbox.stop();
});

/** Inserts charges, a refund, a sign-up, an ended plan and washes; some just outside the weeks at their site. */
async function insertTwoWeeks(): Promise<void> {
  const { db } = cloud.database;
  const charge = (id: string, at: string, site: number | null, amount: number) => ({
    id,
    object: JSON.stringify({ id, amount, amount_captured: amount, metadata: {} }),
    read_seq: 0,
    created: new Date(at),
    amount,
    status: 'succeeded',
    site,
    payment_intent: `pi_${id}`,
  });
  await db
    .insertInto('mirror_charge')
    .values([
      charge('ch_monday', '2026-11-16T06:00:00Z', 12, 4_916),
      charge('ch_sunday', '2026-11-23T05:59:59Z', 12, 3_000),
      charge('ch_next', '2026-11-23T06:00:00Z', 12, 99_999),
      charge('ch_none', '2026-11-20T12:00:00Z', null, 701),
      charge('ch_before', '2026-11-16T05:59:59Z', 12, 2_000),
      charge('ch_other', '2026-11-10T12:00:00Z', 27, 1_500),
    ])
    .execute();
  const refund = { id: 're_1', amount: 958, metadata: { employeename: 'Ada Moore', employeenumber: '201' } };
  await db
    .insertInto('mirror_refund')
    .values({ id: 're_1', object: JSON.stringify(refund), read_seq: 0, created: new Date('2026-11-18T12:00:00Z'), charge: 'ch_other' })
    .execute();
  const customer = 'cus_secret';
  await db
    .insertInto('plan_sale')
    .values({
      id: 'sub_new',
      kind: 'sign-up',
      at: new Date('2026-11-19T12:00:00Z'),
      day: '2026-11-19',
      site: 27,
      seller: '201',
      subscription: 'sub_new',
      customer,
    })
    .execute();
  const plan = (id: string, status: string) => ({
    id,
    object: JSON.stringify({ id, ended_at: Date.parse('2026-11-22T12:00:00Z') / 1_000 }),
    read_seq: 0,
    customer,
    status,
    site: 12,
    created: new Date('2026-01-05T12:00:00Z'),
  });
  await db
    .insertInto('mirror_subscription')
    .values([plan('sub_ended', 'canceled'), plan('sub_unpaid', 'canceled'), plan('sub_expired', 'incomplete_expired')])
    .execute();
  const bill = { id: 'in_1', object: '{}', read_seq: 0, created: new Date('2026-01-05T12:00:00Z'), subscription: 'sub_ended' };
  await db
    .insertInto('mirror_invoice')
    .values({ ...bill, status: 'paid' })
    .execute();
  const wash = { customer, code: 'SECRET1-IL', plan_name: 'Super Kiss', site: 12, source: 'lane' };
  await db
    .insertInto('usage')
    .values([
      { ...wash, id: randomUUID(), at: new Date('2026-11-23T05:00:00Z'), sale_id: 7 },
      { ...wash, id: randomUUID(), at: new Date('2026-11-11T05:00:00Z') },
    ])
    .execute();
  const sale = { ...wash, source: undefined, total: 0, tax: 0, status: 0, at: new Date('2026-11-17T12:00:00Z') };
  await db
    .insertInto('sitewatch_sale')
    .values([
      { ...sale, sale_id: 7 },
      { ...sale, sale_id: 8 },
      { ...sale, sale_id: 9, customer: null },
    ])
    .execute();
}

/** Runs a round in two more processes at once, which then end. */
async function twoProcesses(): Promise<void> {
  const clouds = await Promise.all([1, 2].map(() => startCloudApi(readConfig(cloud.settings), openLog('silent'))));
  await Promise.all(clouds.map((one) => one.stop()));
}

async function setRecipients(...value: string[]): Promise<void> {
  const { settings } = await ok(admin.get<{ settings: ListedSetting[] }>('/admin/settings'));
  const { changed } = settings.find(({ name }) => name === 'weeklyReportRecipients')!;
  await ok(admin.put('/admin/settings/weeklyReportRecipients', { value, changed }));
}

/** Every report that was queued, as its first day and recipient. */
async function reports(): Promise<string[]> {
  const rows = await cloud.database.db.selectFrom('message').select(['asked', 'recipient']).where('kind', '=', 'weekly-report').execute();
  return rows.map(({ asked, recipient }) => `${asked?.split(':')[1]} ${recipient}`).toSorted();
}

const mailTo = (address: string) =>
  until(`a mail to ${address}`, () => Promise.resolve(mailbox.state().mails.find(({ to }) => to === address) ?? null));

const shown = (title: string, of: (amounts: RevenueAmounts) => number, now: RevenueAmounts, before: RevenueAmounts): string =>
  `  ${title}: ${centsToDollars(of(now))} (week before: ${centsToDollars(of(before))})`;

it('is off until recipients are set, and is sent on Monday at 6:00', async () => {
  await twoProcesses();
  await setRecipients('owner@washdesk.test', 'office@washdesk.test');
  await twoProcesses();
  expect(await reports()).toEqual([]);
});

it('goes to each recipient once, from two processes at the same time and after restarts', async () => {
  await cloud.clock.moveTo('2026-11-23T12:00:00Z');
  await twoProcesses();
  await twoProcesses();
  expect(await reports()).toEqual(['2026-11-16 office@washdesk.test', '2026-11-16 owner@washdesk.test']);
});

it('has the amounts of the revenue screen for both weeks, the members, and nothing of a customer', async () => {
  const { text, html, subject, unsubscribe } = await mailTo('owner@washdesk.test');
  expect({ subject, unsubscribe }).toEqual({ subject: 'Weekly report: Nov 16 – 22, 2026', unsubscribe: null });
  const revenue = (from: string, to: string) => ok(admin.get<Revenue>(`/revenue?from=${from}&to=${to}`));
  const [now, before] = [await revenue('2026-11-16', '2026-11-22'), await revenue('2026-11-09', '2026-11-15')];
  expect([now.total, before.total]).toEqual([
    { memberships: 0, sales: 8_617, refunds: 958 },
    { memberships: 0, sales: 3_500, refunds: 0 },
  ]);
  const none = { memberships: 0, sales: 0, refunds: 0 };
  const blocks = [
    ['Joliet', 12],
    ['Merrillville', 27],
    ['No site', null],
    ['All sites', undefined],
  ].map(([name, site]) => {
    const of = ({ sites, total }: Revenue): RevenueAmounts =>
      site === undefined ? total : (sites.find((one) => one.site === site) ?? none);
    return [
      name,
      shown('Charges', ({ memberships, sales }) => memberships + sales, of(now), of(before)),
      shown('Refunds', ({ refunds }) => refunds, of(now), of(before)),
      shown('Net', ({ memberships, sales, refunds }) => memberships + sales - refunds, of(now), of(before)),
    ].join('\n');
  });
  expect(text).toContain(`REVENUE\n${blocks.join('\n')}\nhttps://desk.washdesk.test/office/revenue?from=2026-11-16&to=2026-11-22\n`);
  expect(text).toContain(
    'MEMBERS\nJoliet\n  Sign-ups: 0 (week before: 0)\n  Ended plans: 1 (week before: 0)\n  Washes: 2 (week before: 1)\nMerrillville\n  Sign-ups: 1 (week before: 0)\n',
  );
  expect(text).toContain('- Ada Moore: 1 refund ($9.58)\n');
  expect(html).toContain('$86.17');
  expect(`${text} ${html}`).not.toMatch(/secret/i);
});

it('is sent to a recipient added later at once, and to no one twice', async () => {
  await cloud.clock.moveTo('2026-11-25T20:00:00Z');
  await setRecipients('new@washdesk.test', 'Owner@washdesk.test');
  await twoProcesses();
  expect((await reports()).filter((report) => !report.includes('office') && !report.includes('owner'))).toEqual([
    '2026-11-16 new@washdesk.test',
  ]);
  await setRecipients('owner@washdesk.test');
  await twoProcesses();
  expect(await reports()).toHaveLength(3);
});

it('is sent late, once, for the last week alone', async () => {
  await cloud.clock.moveTo('2026-12-10T12:00:00Z');
  await twoProcesses();
  await twoProcesses();
  expect(await reports()).toEqual([
    '2026-11-16 new@washdesk.test',
    '2026-11-16 office@washdesk.test',
    '2026-11-16 owner@washdesk.test',
    '2026-11-30 owner@washdesk.test',
  ]);
});

it('that a mailbox rejects is a failed job, without the address', async () => {
  await mailbox.behave({ dead: ['gone@washdesk.test'] });
  await setRecipients('gone@washdesk.test');
  await twoProcesses();
  const job = await until('the failed job', async () => {
    const { results } = await ok(admin.get<{ results: Job[] }>('/jobs'));
    return results.find(({ what }) => what === 'weekly-report.send') ?? null;
  });
  expect(job).toMatchObject({ title: 'Send the weekly report', state: 'failed', reason: 'The mailbox doesn’t exist (550)' });
  expect(JSON.stringify(job)).not.toContain('gone@');
});
