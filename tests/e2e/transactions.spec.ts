import type { Page } from '@playwright/test';
import { subscriptionKeys } from '@washdesk/rules/company/metadata-keys';
import { memberOf } from './support/members.ts';
import type { OpenWorkbench } from './support/run-workbench.ts';
import { stripeOf } from './support/stripe/reader.ts';
import { tabTo } from './support/tab-to.ts';
import { expect, test } from './support/test.ts';

const found = (page: Page, what: string) => page.getByRole('region', { name: new RegExp(`^${what} \\(\\d+\\)$`) });

/** Returns the employee who has sold the most plans. */
function bestSeller({ company }: OpenWorkbench): string {
  const names = company.members.flatMap(({ subscription }) => subscription?.metadata[subscriptionKeys.employeeName] ?? []);
  const [best] = [...Map.groupBy(names, (name) => name)].toSorted(([, a], [, b]) => b.length - a.length);
  return best![0];
}

test('a sales manager follows a card’s fingerprint to its charges, their customer and a receipt, without a mouse', async ({
  context,
  page,
  workbench,
  signInAs,
}) => {
  await signInAs('SalesManager');
  const member = memberOf(workbench.company, workbench.company.edgeCases.ordinary);
  await page.goto(`/transactions?fingerprint=${member.card!.fingerprint}`);
  const row = found(page, 'Charges').getByRole('row').filter({ hasText: member.card!.last4 }).first();
  await expect(row).toBeVisible();
  await expect(row).toContainText(/\d\d\/\d\d\/\d{4}/);

  const customer = row.getByRole('link', { name: member.name });
  await tabTo(page, customer);
  const opened = context.waitForEvent('page');
  await page.keyboard.press('Enter');
  const tab = await opened;
  await expect(tab).toHaveURL(`/customers/${member.id}`);
  await tab.close();

  await tabTo(page, row.getByRole('button', { name: /^Receipt of/ }));
  await page.keyboard.press('Enter');
  const receipt = page.getByRole('dialog', { name: 'Receipt' });
  // A receipt is drawn letter by letter.
  await expect(receipt.locator('iframe').contentFrame().locator('body')).toContainText(/\d+\.\d\d/);
  await page.keyboard.press('Escape');
  await expect(receipt).toBeHidden();
});

test('a sales manager goes from mode to mode, finds an invoice and who sold what, and turns pages without a mouse', async ({
  page,
  workbench,
  signInAs,
}) => {
  const { customer } = workbench.company.edgeCases.ordinary;
  const { data } = await stripeOf(workbench).invoices.list({ customer, limit: 1 });
  const number = data[0]!.number!;
  await signInAs('SalesManager');
  await page.goto('/transactions');
  await expect(page.getByLabel('Amount')).toBeFocused();
  await tabTo(page, page.getByRole('tab', { name: 'Charge' }), 'Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Invoice' })).toBeFocused();
  await tabTo(page, page.getByLabel('Invoice Number'));
  await page.keyboard.type(number.toLowerCase());
  await page.keyboard.press('Enter');
  await expect(found(page, 'Invoices')).toContainText(number);

  await page.getByLabel('Invoice Number').fill('NOBODYS-1');
  await page.keyboard.press('F2');
  await expect(page.getByText('No Invoices Found')).toBeVisible();
  await page.goBack();
  await expect(found(page, 'Invoices')).toContainText(number);
  await expect(page.getByLabel('Invoice Number')).toHaveValue(number.toLowerCase());

  await tabTo(page, page.getByRole('tab', { name: 'Invoice' }), 'Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Subscription' })).toBeFocused();
  await tabTo(page, page.getByLabel('Employee Name'));
  await page.keyboard.type(bestSeller(workbench));
  await page.keyboard.press('Enter');
  const names = found(page, 'Subscriptions').locator('tbody').getByRole('link');
  await expect(names).toHaveCount(30);
  const first = await names.allTextContents();
  await tabTo(page, page.getByRole('button', { name: 'Next 30 Results' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Page 2')).toBeVisible();
  await expect(names).not.toHaveText(first);
  await page.getByRole('button', { name: 'Previous 30 Results' }).click();
  await expect(names).toHaveText(first);
});
