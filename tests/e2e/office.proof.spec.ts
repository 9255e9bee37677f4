import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { personWith } from './support/people.ts';
import { chooseMembersLike, raisableMember } from './support/price-increase.ts';
import { signIn } from './support/register.ts';
import { choose } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test('a reporter reads a report, and takes all of it as a file', async ({ page, signInAs }) => {
  await signInAs('Reporter');
  await page.goto('/office/reports');
  await page.getByRole('link', { name: 'View: Customers with more than two active codes' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Customers with more than two active codes');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Download/ }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('customers-with-many-codes.csv');
  expect(await readFile(await file.path(), 'utf8')).toMatch(/^\uFEFFCustomer,Name,Active codes\r\n/);
});

test('a sales manager collects what a member owes from the worklist', async ({ page, workplace, signInAs }) => {
  await signInAs('SalesManager');
  await page.goto('/office/worklists');
  await choose(page, 'Site', workplace.town);
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: /^Collect: / }) })
    .first();
  await expect(row).toContainText(/\$\d/);
  await row.getByRole('button', { name: /^Collect: / }).click();
  const dialog = page.getByRole('dialog', { name: 'Pay Open Invoices' });
  await expect(dialog.getByRole('list', { name: 'Open invoices' }).getByRole('listitem').first()).toContainText(/\$\d/);
  await expect(dialog.getByRole('button', { name: /^Pay \$/ })).toBeVisible();
});

test('an Admin adds a reason, and a manager chooses it where a plan is ended', async ({
  page,
  context,
  workbench,
  newMember,
  signInAs,
}) => {
  await signInAs('Admin');
  const reason = `Sold the car ${await workbench.nextNumber('reason')}`;
  await page.goto('/admin/settings');
  await page.getByLabel('New reason').fill(reason);
  await page.getByRole('button', { name: 'Add Reason' }).click();
  await expect(page.getByRole('switch', { name: reason })).toBeChecked();

  await signIn(context, personWith(workbench.company, 'SalesManager'));
  const member = await newMember();
  await page.goto(`/customers/${member.id}#subscriptions`);
  const plan = page.getByRole('list', { name: 'Subscriptions' }).getByRole('listitem').first();
  await plan.getByRole('button', { name: 'Discontinue' }).click();
  await page.getByRole('combobox', { name: 'Reason', exact: true }).click();
  const list = page.locator('.ant-select-dropdown:visible');
  await list.getByTitle('Moved away').hover();
  // the newest is the last of the list, which draws only visible rows
  await page.mouse.wheel(0, 5_000);
  await list.getByTitle(reason).click();
  await page.keyboard.press('F2');
  await expect(plan).toContainText(/Discontinued: \d/);
});

/** Types the number of members that an act asks for. */
async function typeNumberAsked(page: Page, act: string): Promise<void> {
  const label = await page.getByText(new RegExp(String.raw`^Type \d+ to ${act}$`)).textContent();
  await page.getByLabel(label!).fill(/\d+/.exec(label!)![0]);
}

test('a scheduler raises a price, sees how far it is, and takes it back', async ({ page, workbench, newMember, signInAs }) => {
  await signInAs('Scheduler');
  const member = await raisableMember(newMember, workbench.company.now);
  const town = workbench.company.sites.find(({ number }) => number === member.site)!.name;
  await chooseMembersLike(page, member, { town, name: `Increase ${await workbench.nextNumber('price increase')}` });
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: member.name }) });
  await expect(row).toContainText('Checked');
  await expect(page.getByText(/plan at .* is \$/)).toBeVisible();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await typeNumberAsked(page, 'run');
  await page.getByRole('button', { name: 'Run Increase' }).click();
  await expect(row).toContainText('Scheduled');
  await expect(page.getByText('Price increase notices')).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await typeNumberAsked(page, 'undo');
  await page.getByRole('button', { name: 'Undo Increase' }).click();
  await expect(row).toContainText('Undone');
});
