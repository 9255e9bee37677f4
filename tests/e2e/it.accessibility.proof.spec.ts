import type { Page } from '@playwright/test';
import type { FleetCause, FleetSite, SiteLine } from '@washdesk/contracts/sites/fleet';
import type { CloudFaultShown } from '@washdesk/contracts/system/cloud-health';
import type { Job, JobGroup } from '@washdesk/contracts/system/job';
import { goWithin } from '../bench/screen-change.ts';
import { storeCars } from './support/lane-traces.ts';
import { openApp } from './support/open-app.ts';
import { joliet, staff } from './support/register.ts';
import { viewOnPhone } from './support/screen.ts';
import { tabTo } from './support/tab-to.ts';
import { expect, test } from './support/test.ts';
import type { View } from './support/view.ts';

const at = '2026-11-20T12:00:00.000Z';
const group = { oldest: at, nextTry: at };
const jobs: JobGroup[] = [
  { ...group, what: 'converge.sitewatch', title: 'Update Sitewatch of Joliet', site: 12, cause: 'unreachable', count: 7, needPerson: 2 },
  { ...group, what: 'message.send', title: 'Send a text message', site: null, cause: 'other', count: 1, needPerson: 0 },
];
const job: Job = {
  id: '019aa000-0000-7000-8000-000000000001',
  what: 'converge.sitewatch',
  title: 'Update Sitewatch of Joliet',
  site: 12,
  customer: 'cus_1',
  name: 'Ada Moore',
  state: 'pending',
  attempts: 4,
  reason: 'Can’t reach the Sitewatch of Joliet',
  created: at,
  due: at,
  deadline: at,
  overdue: true,
  settled: null,
  dismissedBy: null,
  why: null,
};
const faults: CloudFaultShown[] = [
  {
    code: 'broker',
    level: 'stop',
    sentence: 'The broker doesn’t respond, so no site can be reached',
    step: 'Restart the broker, then check its disk.',
    since: at,
  },
  {
    code: 'database',
    level: 'wait',
    sentence: 'The database responds in 2.4 s, usually in 20 ms',
    step: 'Look for long queries.',
    since: at,
  },
];
const causes: FleetCause[] = [
  {
    source: 'agent',
    level: 'stop',
    sentence: 'The agent of this site isn’t connected',
    step: 'Check the site’s PC and its internet connection.',
    since: at,
  },
  {
    source: 'north',
    level: 'wait',
    sentence: 'North gate: the relay board at 10.20.0.31 doesn’t respond',
    step: 'Check the power and the network cable of the board.',
    since: at,
  },
];
const works: FleetSite = {
  site: 27,
  name: 'Merrillville',
  state: 'online',
  since: at,
  level: 'go',
  causes: [],
  version: '0.1.0',
  devices: { all: 7, working: 7 },
  sitewatch: 'online',
  roundTripMs: 12,
  leasesPercent: 100,
  waiting: { events: 0, oldest: null, percent: 0 },
  rosterConfirmed: at,
};
const sites: FleetSite[] = [
  works,
  { ...works, site: 12, name: 'Joliet', state: 'offline', level: 'stop', causes, devices: { all: 7, working: 3 } },
];

/** Ten hours of which one is without a connection. */
const points = Array.from({ length: 120 }, (_none, index) => index).filter((index) => index < 60 || index > 72);
const line: SiteLine = {
  minutes: 5,
  at: points.map((index) => 1_795_000_000 + index * 300),
  leasesPercent: points.map((index) => (index % 17 === 0 ? 60 : 100)),
  roundTripMs: points.map((index) => 30 + (index % 11) * 4),
  slowestMs: points.map((index) => 60 + (index % 7) * 9),
  waiting: points.map(() => 0),
};

test.beforeEach(async ({ context, page, workbench }) => {
  await staff(
    context,
    workbench,
    workbench.company.logins.find(({ name }) => name === 'Alex Moreau')!,
    joliet,
  );
  await openApp(context, page, '/search');
});

test('every part of a site’s page is accessible, with its dialogs', async ({ page, view }) => {
  await page.route('**/api/fleet/12/line*', (route) => route.fulfill({ json: line }));
  await goWithin(page, '/admin/sites/12');
  await expect(page.getByRole('table', { name: 'Devices' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ping Agent' })).toBeVisible();
  await expect(page.getByRole('img', { name: /of leases received/ })).toBeVisible();
  await view(page, 'Site: overview');
  await viewOnPhone(page, view, 'Site: overview on a phone');
  await expectOutlines(page, ['All sites', 'Console']);
  await page.getByRole('button', { name: 'Ping Agent' }).click();
  await expect(page.getByRole('dialog').getByRole('status')).toBeVisible();
  await view(page, 'Site: response of the agent', '[role=dialog]');
  await closeByEscape(page, 'Ping Agent');
  await page.getByRole('button', { name: 'Restart Agent' }).click();
  await expect(page.getByLabel('Reason')).toBeFocused();
  await view(page, 'Site: reason to restart', '[role=dialog]');
  await closeByEscape(page, 'Restart Agent');
  await page.getByRole('tab', { name: 'Topics' }).click();
  await page.getByRole('list', { name: 'Topics' }).getByRole('button', { name: /lease/ }).first().click();
  await view(page, 'Site: topics');
  await viewOnPhone(page, view, 'Site: topics on a phone');
  await page.getByRole('tab', { name: 'Log' }).click();
  await expect(page.getByRole('list', { name: 'Lines of the log' })).toBeVisible();
  await view(page, 'Site: log');
  await viewOnPhone(page, view, 'Site: log on a phone');
});

test('faults of sites and of the cloud are accessible, with the connection lost', async ({ page, view }) => {
  await page.route('**/api/cloud', (route) =>
    route.fulfill({ json: { faults, servers: [{ name: 'one', measured: at, databaseMs: 12 }] } }),
  );
  await page.route('**/api/fleet', (route) => route.fulfill({ json: { sites } }));
  await page.routeWebSocket(/\/api\/live/, (socket) => socket.close());
  const sentences = ['Cards work.', 'Sitewatch at Joliet doesn’t: sign-ups will be completed later.'];
  await page.route('**/api/status', (route) =>
    route.fulfill({
      json: {
        at,
        company: { works: true, sentences: [] },
        sites: [
          { name: 'Joliet', works: false, sentences },
          { name: 'Merrillville', works: true, sentences: [] },
        ],
      },
    }),
  );
  await page.route('**/api/status/site', (route) => route.fulfill({ json: { works: false, sentences } }));
  await page.goto('/admin/sites');
  await expect(page.getByText(causes[1]!.sentence)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reconnect' })).toBeVisible();
  await view(page, 'Sites: faults');
  await viewOnPhone(page, view, 'Sites: faults on a phone');
  await page.getByRole('link', { name: 'All Sites' }).click();
  await expect(page.getByRole('heading', { name: 'Status' })).toBeVisible();
  await view(page, 'Status: Sitewatch does not work');
});

test('jobs, recipients of alerts, the console and a car in the wrong lane are accessible', async ({ page, workbench, view }) => {
  await page.route('**/api/jobs/groups*', (route) => route.fulfill({ json: { groups: jobs, count: jobs.length } }));
  await page.route(/\/api\/jobs\?/, (route) => route.fulfill({ json: { results: [job], count: 1, next_page: null } }));
  await goWithin(page, '/admin/jobs');
  await page.getByRole('button', { name: 'Update Sitewatch of Joliet', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Dismiss: Ada Moore' })).toBeVisible();
  await view(page, 'Jobs: those of a cause');
  await viewOnPhone(page, view, 'Jobs: those of a cause on a phone');
  await page.getByRole('button', { name: 'Dismiss: Ada Moore' }).click();
  await view(page, 'Jobs: dismiss', '[role=dialog]');
  await closeByEscape(page, 'Dismiss: Ada Moore');

  await goWithin(page, '/admin/alerts');
  await page.getByRole('tab', { name: 'Recipients' }).click();
  await expect(page.getByRole('heading', { name: 'Quiet hours and escalation' })).toBeVisible();
  await view(page, 'Alerts: recipients');
  await viewOnPhone(page, view, 'Alerts: recipients on a phone');
  await page.getByRole('button', { name: 'Add Recipient' }).click();
  await view(page, 'Alerts: add a recipient', '[role=dialog]');
  await closeByEscape(page, 'Add Recipient');
  await page.getByRole('tab', { name: 'Past' }).click();
  await view(page, 'Alerts: past');

  await goWithin(page, '/admin/console');
  await page.getByRole('button', { name: 'List Sites' }).click();
  await expect(page.getByText(/Merrillville/)).toBeVisible();
  await view(page, 'Console: sites');

  await storeCars(workbench, workbench.company.edgeCases.ordinary.customer);
  await viewWrongLane(page, view);
});

async function viewWrongLane(page: Page, view: View): Promise<void> {
  await goWithin(page, '/lanes');
  await page.getByRole('button', { name: 'Wrong Lane' }).first().click();
  await expect(page.getByRole('group', { name: 'The car stands in' })).toBeVisible();
  await view(page, 'Lane board: a car in the wrong lane');
  await viewOnPhone(page, view, 'Lane board: a car in the wrong lane on a phone');
}

/** The links have an outline while the keyboard is on them; antd once removed it. */
async function expectOutlines(page: Page, links: readonly string[]): Promise<void> {
  for (const name of links) {
    const link = page.getByRole('link', { name, exact: true });
    await tabTo(page, link);
    await expect(link).toHaveCSS('outline-style', 'solid');
  }
}

/** Escape closes a dialog and returns the focus to the button that opened it. */
async function closeByEscape(page: Page, button: string): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('button', { name: button, exact: true })).toBeFocused();
}
