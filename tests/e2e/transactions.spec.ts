import type { Page } from '@playwright/test';
import type { Workbench } from '@washdesk/deploy/local/workbench';
import { subscriptionKeys } from '@washdesk/rules/company/metadata-keys';
import { expectAccessible } from './support/accessible.ts';
import { personWith } from './support/people.ts';
import { stripeOf } from './support/reader.ts';
import { staff } from './support/register.ts';
import { duringStripeOutage } from './support/stripe-outage.ts';
import { tabTo } from './support/tab-to.ts';
import { expect, test } from './support/test.ts';

const found = (page: Page, what: string) => page.getByRole('region', { name: new RegExp(`^${what} \\(\\d+\\)$`) });

/** Who has sold the most plans. */
function bestSeller({ company }: Workbench): string {
  const names = company.members.flatMap(({ subscription }) => subscription?.metadata[subscriptionKeys.employeeName] ?? []);
  const [best] = [...Map.groupBy(names, (name) => name)].toSorted(([, a], [, b]) => b.length - a.length);
  return best![0];
}

test.describe('a sales manager', () => {
  test.beforeEach(async ({ context, workbench }) => {
    await staff(context, workbench, personWith(workbench.company, 'SalesManager'));
  });

  test('follows a card’s fingerprint to its charges, their customer and a receipt, without a mouse', async ({
    context,
    page,
    workbench,
  }) => {
    const { company } = workbench;
    const member = company.members.find(({ id }) => id === company.edgeCases.ordinary.customer)!;
    await page.goto(`/transactions?fingerprint=${member.card!.fingerprint}`);
    const row = found(page, 'Charges').getByRole('row').filter({ hasText: member.card!.last4 }).first();
    await expect(row).toBeVisible();
    await expect(row).toContainText(/\d\d\/\d\d\/\d{4}/);
    await expectAccessible(page);

    const customer = row.getByRole('link', { name: member.name });
    await tabTo(page, customer);
    const tab = context.waitForEvent('page');
    await page.keyboard.press('Enter');
    await expect(await tab).toHaveURL(`/customers/${member.id}`);

    await tabTo(page, row.getByRole('button', { name: /^Receipt of/ }));
    await page.keyboard.press('Enter');
    const receipt = page.getByRole('dialog', { name: 'Receipt' });
    // A receipt is drawn letter by letter.
    await expect(receipt.locator('iframe').contentFrame().locator('body')).toContainText(/\d+\.\d\d/);
    await page.keyboard.press('Escape');
    await expect(receipt).toBeHidden();
  });

  test('finds an invoice by its number, and Back brings the search before', async ({ page, workbench }) => {
    const { customer } = workbench.company.edgeCases.ordinary;
    const { data } = await stripeOf(workbench).invoices.list({ customer, limit: 1 });
    const number = data[0]!.number!;
    await page.goto('/transactions');
    await page.getByRole('tab', { name: 'Invoice' }).click();
    await page.getByLabel('Invoice Number').fill(number.toLowerCase());
    await page.keyboard.press('Enter');
    await expect(found(page, 'Invoices')).toContainText(number);
    await expectAccessible(page);
    await page.getByLabel('Invoice Number').fill('NOBODYS-1');
    await page.keyboard.press('F2');
    await expect(page.getByText('No Invoices Found')).toBeVisible();
    await page.goBack();
    await expect(found(page, 'Invoices')).toContainText(number);
    await expect(page.getByLabel('Invoice Number')).toHaveValue(number.toLowerCase());
  });

  test('goes from mode to mode, searches and turns pages without a mouse', async ({ page, workbench }) => {
    await page.goto('/transactions');
    await expect(page.getByLabel('Amount')).toBeFocused();
    await tabTo(page, page.getByRole('tab', { name: 'Charge' }), 'Shift+Tab');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Subscription' })).toBeFocused();
    await tabTo(page, page.getByLabel('Employee Name'));
    await page.keyboard.type(bestSeller(workbench));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: 'Next 30 Results' }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Page 2')).toBeVisible();
  });

  test('finds charges while Stripe is away', async ({ page, workbench }) => {
    const { company } = workbench;
    const member = company.members.find(({ id }) => id === company.edgeCases.ordinary.customer)!;
    await duringStripeOutage(workbench, async () => {
      await page.goto(`/transactions?fingerprint=${member.card!.fingerprint}`);
      await expect(found(page, 'Charges')).toContainText(member.card!.last4);
    });
  });

  test('reads who sold what thirty a page, and back', async ({ page, workbench }) => {
    const seller = bestSeller(workbench);
    await page.goto(`/transactions?employeename=${encodeURIComponent(seller)}`);
    const names = found(page, 'Subscriptions').locator('tbody').getByRole('link');
    await expect(names).toHaveCount(30);
    await expectAccessible(page);
    const first = await names.allTextContents();
    await page.getByRole('button', { name: 'Next 30 Results' }).click();
    await expect(page.getByText('Page 2')).toBeVisible();
    await expect(names).not.toHaveText(first);
    await page.getByRole('button', { name: 'Previous 30 Results' }).click();
    await expect(names).toHaveText(first);
  });

  test('is told that nothing matches', async ({ page }) => {
    await page.goto('/transactions');
    await page.getByLabel('Amount').fill('0.37');
    await page.keyboard.press('Enter');
    await expect(page.getByText('No Charges Found')).toBeVisible();
  });
});

test('a cashier sees neither field, and a link that names one shows the server’s words', async ({ context, page, workbench }) => {
  await staff(context, workbench, personWith(workbench.company, 'Cashier'));
  await page.goto('/transactions?fingerprint=fp_1');
  await expect(page.getByRole('alert').filter({ hasText: 'You do not have the proper permissions' })).toBeVisible();
  await expect(page.getByLabel('Fingerprint')).toBeHidden();
  await expect(page.getByLabel('Employee Name')).toBeHidden();
  await expect(page.getByLabel('Last 4 of Card')).toBeVisible();
});
