import type { Page } from '@playwright/test';
import { Role } from '@washdesk/rules/company/roles';
import { goWithin } from '../bench/screen-change.ts';
import { storeCars } from './support/lane-traces.ts';
import { openApp } from './support/open-app.ts';
import { joliet, linkFor, staff } from './support/register.ts';
import type { OpenWorkbench } from './support/run-workbench.ts';
import { choose, viewList, viewOnPhone } from './support/screen.ts';
import { sampleAddress, screens } from './support/screens.ts';
import { expect, test } from './support/test.ts';
import { isAsked, noteRole, type View } from './support/view.ts';

test('enrollment, location, reader and sign-in are accessible', async ({ page, workbench, workplace, view }) => {
  await page.goto(await linkFor(workbench, workplace));
  await expect(page.getByText('This browser will be the register')).toBeVisible();
  await view(page, 'Enroll this browser');
  await page.getByRole('button', { name: 'Enroll' }).click();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
  await view(page, 'This browser is enrolled');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Select Reader' })).toBeVisible();
  await view(page, 'Select Reader');
  await viewList(page, view, { list: 'Card reader', name: 'Select Reader: readers' });
  await choose(page, 'Card reader', 'No Terminal');
  await page.getByRole('button', { name: 'Set Reader' }).click();
  await expect(page.getByLabel('Employee number')).toBeVisible();
  await view(page, 'Cashier Login');
  await page.getByRole('tab', { name: 'Username and password' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await view(page, 'Username and password');
});

/** Sign-in and sign-out, which the test above and others cover, and the search, where each walk starts. */
const elsewhere: readonly string[] = ['/login', '/logout', '/enrol/:token', '/', '/search'];
const walked = screens
  .flatMap((screen) => [screen.path, ...(screen.aliases ?? [])].map((path) => ({ path, screen })))
  .filter(({ path }) => !elsewhere.includes(path));

const inOffice = (path: string): boolean => path.startsWith('/office');
const inAdmin = (path: string): boolean => path.startsWith('/admin');

/** The screens of each part, with a user who may see all of it. */
const parts = [
  { part: 'counter', has: (path: string) => !inOffice(path) && !inAdmin(path), roles: Role.Admin, who: 'Admin' },
  {
    part: 'office',
    has: inOffice,
    roles: Role.SalesManager | Role.Scheduler | Role.Reporter | Role.PriceManager,
    who: 'SalesManager, Scheduler, Reporter and PriceManager',
  },
  { part: 'admin', has: inAdmin, roles: Role.Admin, who: 'Admin' },
];

for (const { part, has, roles, who } of parts) {
  test(`every screen of the ${part} opens, is accessible, and has a link back if it is not built yet`, async ({
    context,
    page,
    workbench,
    view,
  }, info) => {
    const { logins, edgeCases } = workbench.company;
    // the screens are only read, so both workers may use the same site
    await staff(
      context,
      workbench,
      logins.find((login) => login.roles === roles)!,
      joliet,
    );
    noteRole(info, who);
    await openApp(context, page, '/search');
    for (const { path, screen } of walked.filter((each) => has(each.path))) {
      if (!isAsked(info.title, path)) continue;
      await test.step(path, async () => {
        await goWithin(page, sampleAddress(path, screen, edgeCases.ordinary.customer));
        await expect(page).not.toHaveURL(/login/);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectLoaded(page);
        await view(page, path);
        await expectWholeTables(page);
        if (path === '/admin/devices') {
          await openEnrollment(page, view);
          await askToRevoke(page, view);
        }
        if (path === '/admin/sites/enrol') await openSiteCode(page, view);
        if (path === '/admin/sites/configuration') await openSiteConfiguration(page, view);
        if (path === '/admin/sites/releases') await rollOut(page, view);
        if (path === '/admin/audit') await openChange(page, view);
        if (path === '/lanes') await openLaneBoard(page, view, workbench);
        if (path === '/admin/abuse') await openFlags(page, view);
        if (path === '/admin/traces') await openTraces(page, view, workbench);
        if (path === '/admin/reconcile') await openDifferences(page, view);
        if (path === '/office/') await expectCurrentLinkOnPhone(page);
        if (path === '/office/sales') await openSales(page, view);
        if (screen.phoneCards) await viewOnPhone(page, view, `${path} on a phone`);
        const adding = formsToAdd[path];
        if (adding !== undefined) await openForm(page, view, adding);
      });
    }
  });
}

/** Waits until no part of the screen, a table or a tab for example, is loading. */
async function expectLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
  await expect(page.locator('.ant-spin-spinning, .ant-skeleton, table[aria-busy=true]')).toHaveCount(0);
}

/** Fails if a table is wider than the smallest register, where the buttons of its rows would cover its last columns. */
async function expectWholeTables(page: Page): Promise<void> {
  const tables = page.locator('main table:has([data-card=actions])');
  if ((await tables.count()) === 0) return;
  const before = page.viewportSize();
  await page.setViewportSize({ width: 1024, height: 768 });
  const hidden = await tables.evaluateAll((all) => all.map((table) => table.scrollWidth - table.parentElement!.clientWidth));
  expect
    .soft(
      hidden.filter((width) => width > 0),
      `tables wider than ${page.url()}`,
    )
    .toEqual([]);
  if (before) await page.setViewportSize(before);
}

/** On a phone the bar scrolls to the link of the current screen. */
async function expectCurrentLinkOnPhone(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await goWithin(page, '/search');
  await goWithin(page, '/office/');
  const bar = page.getByRole('navigation', { name: 'Tools' });
  await expect(bar.getByRole('link', { name: 'Office Tools' })).toBeInViewport({ ratio: 1 });
  if (before) await page.setViewportSize(before);
}

/** The button of a screen that opens a form in a dialog. */
const formsToAdd: Readonly<Record<string, string>> = {
  '/admin/staff': 'Add a Person',
  '/admin/serviceaccounts/': 'Add a Service Account',
  '/admin/readers': 'Register a Reader',
  '/office/products/': 'Edit Super Kiss',
  '/office/clubplans': 'Edit STR SUPER KISS',
};

async function openForm(page: Page, view: View, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await expect(page.getByRole('dialog', { name: button })).toBeVisible();
  await view(page, button, '[role=dialog]');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

async function openChange(page: Page, view: View): Promise<void> {
  await page
    .getByRole('button', { name: /^Compare before and after/ })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByText('Object', { exact: true })).toBeVisible();
  await view(page, 'Audit: before and after', '[role=dialog]');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

async function openLaneBoard(page: Page, view: View, workbench: OpenWorkbench): Promise<void> {
  await storeCars(workbench, workbench.company.edgeCases.ordinary.customer);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Reads to decide' })).toBeVisible();
  await view(page, 'Lane board: a read to decide');
  await page.getByRole('button', { name: 'Open Gate' }).first().click();
  await view(page, 'Lane board: the reason to open');
  await page.getByRole('button', { name: 'Cancel' }).click();
}

/** The cloud examines the seeded washes in the first minutes. */
async function openFlags(page: Page, view: View): Promise<void> {
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh List' }).click();
    await expect(page.getByRole('link', { name: /^Two sites at once/ }).first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page
    .getByRole('link', { name: /^Two sites at once/ })
    .first()
    .click();
  await expect(page.getByRole('cell', { name: /\(drive: \d+ min\)/ }).first()).toBeVisible();
  await view(page, 'Possible abuse: two sites at once');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await view(page, 'Possible abuse: dismiss', '[role=dialog]');
  await page.getByRole('button', { name: 'Cancel' }).click();
}

/** The list is newest first; another screen's walk may have stored such cars before. */
async function openTraces(page: Page, view: View, workbench: OpenWorkbench): Promise<void> {
  await storeCars(workbench, workbench.company.edgeCases.ordinary.customer);
  await page.getByRole('button', { name: 'Refresh List' }).click();
  await page
    .getByRole('link', { name: /The relay board doesn’t respond/ })
    .first()
    .click();
  await expect(page.getByText('Ended here')).toBeVisible();
  await view(page, 'Traces: a board that does not respond');
  await page
    .getByRole('link', { name: /Relay took 1.1 s/ })
    .first()
    .click();
  await expect(page.getByText('Slow: usually at most 300 ms')).toBeVisible();
  await view(page, 'Traces: a slow relay');
  await viewOnPhone(page, view, 'Traces: a car on a phone');
}

async function openDifferences(page: Page, view: View): Promise<void> {
  await page.getByRole('button', { name: 'Compare Now' }).click();
  await page.getByRole('button', { name: 'Show: Gate groups differ' }).click({ timeout: 120_000 });
  await expect(page.getByRole('button', { name: /^Repair: / }).first()).toBeVisible();
  await view(page, 'Reconciliation: the differences of a kind');
  await page.getByRole('button', { name: 'Repair All: Gate groups differ' }).click();
  await view(page, 'Reconciliation: repair all', '[role=dialog]');
  await page.getByRole('button', { name: 'Cancel' }).click();
}

async function openSales(page: Page, view: View): Promise<void> {
  await page.getByRole('link', { name: /^Canceled within 60 days: / }).click();
  await expect(page.getByRole('columnheader', { name: 'Reason' })).toBeVisible();
  await expectLoaded(page);
  await view(page, 'Sales by employee: canceled');
  await page.getByRole('link', { name: 'All employees' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sales by employee' })).toBeVisible();
}

async function openEnrollment(page: Page, view: View): Promise<void> {
  await page.getByRole('button', { name: 'Enroll a Device' }).click();
  await expect(page.getByRole('button', { name: 'Create Link' })).toBeVisible();
  await view(page, 'Devices: enroll a device', '[role=dialog]');
  await viewList(page, view, { list: 'Site', name: 'Devices: sites', within: '[role=dialog]' });
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

async function openSiteCode(page: Page, view: View): Promise<void> {
  await page.getByRole('button', { name: 'Enroll a Site' }).click();
  await view(page, 'Site agents: choose a site', '[role=dialog]');
  await page.getByLabel('Site', { exact: true }).fill('jol');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Create Code', exact: true }).click();
  await expect(page.getByText('Waiting for the agent…')).toBeVisible();
  await view(page, 'Site agents: code', '[role=dialog]');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Revoke Joliet' }).click();
  await view(page, 'Site agents: revoke', '[role=dialog]');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
}

async function openSiteConfiguration(page: Page, view: View): Promise<void> {
  await page.getByRole('button', { name: 'Edit Lane reader' }).click();
  await page.getByText('More settings').click();
  await view(page, 'Site configuration: device', '[role=dialog]');
  await page.getByRole('dialog').getByLabel('Port').fill('0');
  await page.getByRole('button', { name: 'Apply Changes' }).click();
  await expect(page.getByText('Port must be at least 1')).toBeVisible();
  await view(page, 'Site configuration: problem of a device', '[role=dialog]');
  await page.getByRole('dialog').getByLabel('Port').fill('5085');
  await page.getByRole('button', { name: 'Apply Changes' }).click();
  await page.getByRole('button', { name: 'Review Changes' }).click();
  await view(page, 'Site configuration: save', '[role=dialog]');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('tab', { name: 'Text' }).click();
  await page.getByLabel('Configuration in YAML').fill('devices:\n  - id: North\n');
  await view(page, 'Site configuration: problems of the text');
  await page.getByRole('button', { name: 'Discard Changes' }).click();
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('button', { name: 'Restore version 2' }).click();
  await expect(page.getByText('Device south', { exact: true })).toBeVisible();
  await view(page, 'Site configuration: restore', '[role=dialog]');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
}

/** The agents of the workbench can't update themselves, so the rollout stays at its canary site. */
async function rollOut(page: Page, view: View): Promise<void> {
  await page.getByRole('button', { name: /^Roll out / }).click();
  await view(page, 'Agent releases: start a rollout', '[role=dialog]');
  await page.getByRole('checkbox', { name: /^Joliet / }).check();
  await page.getByLabel('Reason').fill('Fixes the tag reader');
  await page.keyboard.press('Enter');
  await expect(page.getByText('At canary sites')).toBeVisible();
  await view(page, 'Agent releases: rollout at its canary site');
  await viewOnPhone(page, view, 'Agent releases: rollout on a phone');
  await page.getByRole('button', { name: 'Continue to All Sites' }).click();
  await view(page, 'Agent releases: continue', '[role=dialog]');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Cancel Rollout' }).click();
  await page.getByLabel('Reason').fill('Only a trial');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Canceled', { exact: true })).toBeVisible();
}

async function askToRevoke(page: Page, view: View): Promise<void> {
  await page
    .getByRole('button', { name: /^Revoke / })
    .first()
    .click();
  await expect(page.getByRole('button', { name: 'Revoke', exact: true })).toBeVisible();
  await view(page, 'Devices: revoke?');
  await page.getByRole('button', { name: 'Cancel' }).click();
}
