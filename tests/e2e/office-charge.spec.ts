import type { Page } from '@playwright/test';
import { paymentKeys } from '@washdesk/rules/company/metadata-keys';
import type { OpenWorkbench } from './support/run-workbench.ts';
import { paymentsWith } from './support/stripe/payments.ts';
import { expect, test } from './support/test.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const success = (page: Page) => page.getByRole('heading', { name: 'Customer Charge Successfully' });
const referred = (workbench: OpenWorkbench, reference: string) => paymentsWith(workbench, paymentKeys.refNumber, reference);

/** Finds the charge at Stripe. */
let reference: string;

test.beforeEach(async ({ workbench, signInAs }) => {
  reference = `OFFICE-${await workbench.nextNumber('reference')}`;
  await signInAs('User');
});

test('an office charge without a mouse: confirmed, canceled, declined, paid by one payment, with its receipts and the next charge', async ({
  context,
  page,
  workbench,
  connectReader,
}) => {
  const reader = await connectReader();
  await page.goto('/office/charge');
  await expect(page.getByLabel('Amount')).toBeFocused();
  await page.keyboard.type('600');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Fleet wash June');
  await page.keyboard.press('Tab');
  await page.keyboard.type(reference);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Confirm the amount first.')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.type('ann@fleet.example');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('checkbox', { name: 'I confirm the charge of $600.00' })).toBeFocused();
  await page.keyboard.press('Space');

  await page.keyboard.press('F2');
  await reader.cancel();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByLabel('Reference number')).toHaveValue(reference);
  await page.keyboard.press('F2');
  await reader.tap('charge_declined');
  await expect(dialog(page)).toContainText('The Transaction was declined');
  await page.keyboard.press('Enter');
  await reader.tap();
  await expect(page).toHaveURL(/\/office\/chargecomplete\?payment_intent=pi_/);
  await expect(success(page)).toBeVisible();
  await page.reload();
  await expect(success(page)).toBeVisible();
  await expect(page.getByRole('main')).toContainText('$600.00');

  const payments = await referred(workbench, reference);
  expect(payments).toMatchObject([
    { status: 'succeeded', amount_received: 60_000, description: 'Fleet wash June', receipt_email: 'ann@fleet.example' },
  ]);
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'View receipt' }).click();
  const receipt = await opened;
  expect(receipt.url()).toMatch(/^blob:/);
  expect((await receipt.locator('body').textContent())?.replaceAll(/\s/g, '')).toContain('600.00');
  await receipt.close();
  await expect(page.getByRole('link', { name: 'Stripe receipt' })).toHaveAttribute('href', payments[0]!.latest_charge!.receipt_url!);

  await page.getByRole('link', { name: 'Another Charge?' }).press('Enter');
  await expect(page).toHaveURL('/office/charge');
  await expect(page.getByLabel('Amount')).toBeFocused();
  await expect(page.getByLabel('Amount')).toHaveValue('');
});
