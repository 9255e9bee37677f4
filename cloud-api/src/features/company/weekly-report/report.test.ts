import { expect, it } from 'vitest';
import type { EmployeeReductions } from '@washdesk/contracts/company/revenue';
import type { OverviewKind } from '@washdesk/rules/company/overview';
import { reportContent, type WeekFigures } from './report-content.ts';
import { htmlOf, textOf } from './report-mail.ts';

const none = { refunds: 0, refunded: 0, changedAmounts: 0, reduced: 0, freeMonths: 0, promos: 0, unpaidReinstatements: 0, coupons: 0 };
const amounts = (memberships: number, sales: number, refunds: number) => ({ memberships, sales, refunds });

/** A week of Joliet alone. */
const weekOf = (joliet: ReturnType<typeof amounts>, washes: number, employees: EmployeeReductions[] = []): WeekFigures => ({
  revenue: { days: [], sites: [{ site: 12, ...joliet }], total: joliet, employees },
  members: [{ site: 12, signUps: 3, ended: 1, washes }],
});
const item = (kind: OverviewKind, count: number, more: object = {}) => ({
  kind,
  count,
  more: false,
  amount: null,
  deadline: null,
  before: null,
  ...more,
});

const facts = {
  week: { from: '2026-11-16', to: '2026-11-22' },
  sites: [
    { number: 12, name: 'Joliet <North> & Co', timeZone: 'America/Chicago' },
    { number: 27, name: 'Merrillville', timeZone: 'America/Chicago' },
  ],
  timeZone: 'America/Chicago',
  figures: weekOf(amounts(123_456_00, 44, 5_00), 1_204, [
    { ...none, seller: '201', name: 'Ada Moore', refunds: 2, refunded: 4_999, changedAmounts: 1, reduced: 500, freeMonths: 2 },
    { ...none, seller: 'unknown', name: null, refunds: 1, refunded: 1 },
  ]),
  before: weekOf(amounts(100_00, 0, 200_00), 1_100),
  overview: {
    items: [
      // the evening before in Joliet
      item('disputes', 1, { deadline: Date.parse('2026-12-01T01:59:00Z') / 1_000 }),
      item('pastDue', 1_000, { more: true, amount: 131_200 }),
      item('signUps', 44, { before: 61 }),
    ],
    failed: ['readersOffline' as const],
  },
  publicUrl: 'https://desk.washdesk.test',
};

it('is text with short lines, every figure beside that of the week before, and links to the lists', () => {
  expect(textOf(reportContent(facts))).toBe(`Weekly report: Nov 16 – 22, 2026

REVENUE
Joliet <North> & Co
  Charges: $123,456.44 (week before: $100.00)
  Refunds: $5.00 (week before: $200.00)
  Net: $123,451.44 (week before: -$100.00)
All sites
  Charges: $123,456.44 (week before: $100.00)
  Refunds: $5.00 (week before: $200.00)
  Net: $123,451.44 (week before: -$100.00)
https://desk.washdesk.test/office/revenue?from=2026-11-16&to=2026-11-22

MEMBERS
Joliet <North> & Co
  Sign-ups: 3 (week before: 3)
  Ended plans: 1 (week before: 1)
  Washes: 1,204 (week before: 1,100)
Merrillville
  Sign-ups: 0 (week before: 0)
  Ended plans: 0 (week before: 0)
  Washes: 0 (week before: 0)
All sites
  Sign-ups: 3 (week before: 3)
  Ended plans: 1 (week before: 1)
  Washes: 1,204 (week before: 1,100)
https://desk.washdesk.test/office/sales?from=2026-11-16&to=2026-11-22

REFUNDS AND DISCOUNTS BY EMPLOYEE
- Ada Moore: 2 refunds ($49.99), 1 changed amount (reduced by $5.00), 2 free months
- Not recorded: 1 refund ($0.01)
https://desk.washdesk.test/office/revenue?from=2026-11-16&to=2026-11-22

NEEDS ATTENTION
- 1 dispute to answer (until 11/30/2026)
  https://desk.washdesk.test/office/worklists#disputes
- 1,000+ payments due ($1,312.00)
  https://desk.washdesk.test/office/worklists#pastdue
- Not available: card readers offline

Amounts include tax. Days are those of each site. Needs attention is as of when this report was made.

This address is a recipient of the weekly report in Washdesk’s settings, where an Admin can remove it:
https://desk.washdesk.test/admin/settings`);
});

it('is HTML with the same figures, and a name cannot add elements', () => {
  const html = htmlOf(reportContent(facts));
  for (const part of ['$123,451.44', '-$100.00', '1,204', 'Ada Moore: 2 refunds ($49.99)', 'Not available: card readers offline'])
    expect(html).toContain(part);
  expect(html).toContain('Joliet &lt;North&gt; &amp; Co');
  expect(html).not.toContain('<North>');
  expect(html).toContain('href="https://desk.washdesk.test/office/revenue?from=2026-11-16&amp;to=2026-11-22"');
});

it('says that nothing needs attention, and names the most important employees of many', () => {
  const employees = Array.from({ length: 17 }, (_none, at) => ({ ...none, seller: String(300 + at), name: null, coupons: 1 }));
  const quiet = { ...facts, figures: weekOf(amounts(0, 0, 0), 0, employees), overview: { items: [], failed: [] } };
  const text = textOf(reportContent(quiet));
  expect(text).toContain('- Employee 314: 1 wash coupon\n- 2 more employees\n');
  expect(text).toContain('NEEDS ATTENTION\n- Nothing needs attention.\n');
  expect(textOf(reportContent({ ...quiet, figures: weekOf(amounts(0, 0, 0), 0) }))).toContain('- No refunds or discounts.\n');
});
