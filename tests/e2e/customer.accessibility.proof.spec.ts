import type { Page } from '@playwright/test';
import { goWithin } from '../bench/screen-change.ts';
import { addAttentionNote } from './support/customer-notes.ts';
import { openApp } from './support/open-app.ts';
import { dialogNamed } from './support/refund-screen.ts';
import { choose, viewOnPhone } from './support/screen.ts';
import { expect, test } from './support/test.ts';

/** The content of a tab is drawn after its frame, so that nothing says yet that it is loading. */
async function loaded(page: Page): Promise<void> {
  await expect(page.getByRole('tabpanel').first()).toContainText(/\w/);
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
}

async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name, exact: true }).click();
  await expect(page.getByRole('tab', { name, exact: true })).toHaveAttribute('aria-selected', 'true');
  await loaded(page);
}

test('every tab of a customer is accessible', async ({ context, page, workbench, signInAs, view }) => {
  const { disputed, refunded } = workbench.company.edgeCases;
  await signInAs('Admin');
  await openApp(context, page, `/customers/${disputed.customer}`);
  await loaded(page);
  await view(page, 'Customer: Customer Info');
  await viewOnPhone(page, view, 'Customer: Customer Info on a phone');
  for (const tab of [
    'Plates And Tags',
    'Discounts',
    'Usage',
    'Subscriptions',
    'Timeline',
    'Customer Notes',
    'Disputes',
    'Metadata Viewer',
  ]) {
    await openTab(page, tab);
    await view(page, `Customer: ${tab}`);
  }
  await openTab(page, 'Disputes');
  await page.getByRole('button', { name: 'Evidence', exact: true }).click();
  await expect(page.getByRole('list', { name: 'PDF contents' })).toBeVisible();
  await view(page, 'Customer: Evidence');
  await viewOnPhone(page, view, 'Customer: Evidence on a phone');
  await page.getByRole('button', { name: 'Back to Disputes' }).click();
  await goWithin(page, `/customers/${refunded.customer}#payments`);
  await loaded(page);
  await view(page, 'Customer: Payments');
  await page.getByRole('tab', { name: 'Stripe Charges' }).click();
  await loaded(page);
  await view(page, 'Customer: Stripe Charges');
  await viewOnPhone(page, view, 'Customer: Stripe Charges on a phone');
  await page
    .getByRole('button', { name: /^Refund: / })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await view(page, 'Customer: Refund', '[role=dialog]');
});

test('every change of a plan can', async ({ context, page, workbench, signInAs, view }) => {
  const { ordinary, canceled } = workbench.company.edgeCases;
  await signInAs('Admin');
  await openApp(context, page, `/customers/${ordinary.customer}#subscriptions`);
  const plan = page.getByRole('listitem').filter({ hasText: 'Price guarantee' });
  const changes: readonly (readonly [action: string, title: string])[] = [
    ['Upgrade', 'Confirm Upgrade'],
    ['Discontinue', 'Confirm Discontinue'],
    ['Change Price', "Update Customer's Price"],
    ['Schedule Increase', 'Schedule Price Increase'],
    ['Terminate', 'Confirm Terminate'],
  ];
  const beside = ['Upgrade', 'Discontinue', 'Change Price'];
  for (const [action, title] of changes) {
    if (beside.includes(action)) await plan.getByRole('button', { name: action, exact: true }).click();
    else {
      await plan.getByRole('button', { name: 'More' }).click();
      if (action === 'Terminate') await view(page, 'Customer: further changes of a plan');
      await page.getByRole('menuitem', { name: action, exact: true }).click();
    }
    const dialog = dialogNamed(page, title);
    await expect(dialog).toBeVisible();
    await loaded(page);
    await view(page, `Customer: ${title}`, '[role=dialog]');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
  await goWithin(page, `/customers/${canceled.customer}#subscriptions`);
  await page.getByRole('tabpanel').getByRole('button', { name: 'Reinstate', exact: true }).click();
  await expect(dialogNamed(page, 'Confirm Reinstate')).toBeVisible();
  await loaded(page);
  await view(page, 'Customer: Confirm Reinstate', '[role=dialog]');
});

test('every tool of a customer can', async ({ context, page, workbench, newMember, signInAs, view }) => {
  await signInAs('SalesManager');
  await openApp(context, page, `/customers/${(await newMember()).id}#subscriptions`);
  await page.getByRole('button', { name: 'Discontinue', exact: true }).click();
  await choose(page, 'Reason', 'Moved');
  await expect(dialogNamed(page, 'Confirm Discontinue').getByRole('button', { name: 'Discontinue' })).toBeEnabled();
  await page.keyboard.press('F2');
  await expect(page.getByRole('listitem').filter({ hasText: 'Price guarantee' })).toContainText(/Discontinued: \d/);
  await expect(dialogNamed(page, 'Confirm Discontinue')).toBeHidden();
  await openTab(page, 'Tools');
  await expect(page.getByRole('button', { name: /^Email Plan discontinued/ })).toBeVisible();
  await view(page, 'Customer: Tools');
  await viewOnPhone(page, view, 'Customer: Tools on a phone');
  for (const [tool, title] of [
    ['Clone Customer', 'Clone Customer to new Profile'],
    ['Delete Customer', 'Confirm Delete Customer'],
  ] as const) {
    await page.getByRole('button', { name: tool }).click();
    await expect(dialogNamed(page, title)).toBeVisible();
    await loaded(page);
    await view(page, `Customer: ${title}`, '[role=dialog]');
    await page.keyboard.press('Escape');
    await expect(dialogNamed(page, title)).toBeHidden();
  }
  await page.getByRole('button', { name: 'Clear Sitewatch Comment' }).click();
  await expect(page.getByRole('button', { name: 'Clear Comment' })).toBeVisible();
  await view(page, 'Customer: clear the Sitewatch comment?');
  await goWithin(page, `/customers/${workbench.company.edgeCases.incompleteOnline.customer}#tools`);
  await page.getByRole('button', { name: 'Complete Customer' }).click();
  await expect(dialogNamed(page, 'Confirm Customer Is Complete')).toBeVisible();
  await loaded(page);
  await view(page, 'Customer: Confirm Customer Is Complete', '[role=dialog]');
});

test('what Customer Info asks and what calls for attention can', async ({ context, page, newMember, signInAs, view }) => {
  await signInAs('Cashier');
  const { id } = await newMember();
  await openApp(context, page, `/customers/${id}#notes`);
  await addAttentionNote(page, 'Mirror is folded in by hand');
  await expect(page.getByRole('list', { name: 'Customer alerts' })).toContainText('Mirror is folded in by hand');
  await page.goto(`/customers/${id}`);
  const alert = page.getByRole('dialog', { name: 'Customer Alert' });
  await expect(alert.getByRole('button', { name: 'Ok' })).toBeFocused();
  await view(page, 'Customer: Customer Alert', '[role=dialog]');
  await page.keyboard.press('Enter');
  await expect(alert).toBeHidden();

  await page.getByRole('button', { name: 'Edit Contact' }).click();
  await page.getByLabel('Phone').fill('8155550123');
  await page.getByRole('button', { name: 'Edit Vehicle' }).click();
  await page.getByRole('checkbox', { name: 'Tax Exempt (needs approval)' }).check();
  await view(page, 'Customer: fields that are not saved');
  await page.getByRole('tab', { name: 'Usage' }).click();
  const ask = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(ask.getByRole('button', { name: /Keep Editing/ })).toBeFocused();
  await view(page, 'Customer: leave without saving?', '[role=dialog]');
  await page.keyboard.press('Escape');
  await expect(ask).toBeHidden();
  await expect(page.getByLabel('Phone')).toHaveValue('8155550123');
});
