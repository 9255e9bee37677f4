import type { Page } from '@playwright/test';
import { findPaid, paidSale, refundsOf, type PaidSale } from './support/paid-sales.ts';
import { dialogNamed, openRefundDialog, processed, typedAmount } from './support/refund-screen.ts';
import type { CardReader } from './support/stripe/reader.ts';
import { tabTo } from './support/tab-to.ts';
import { expect, test } from './support/test.ts';

let sale: PaidSale;
let reader: CardReader;

const captureDialog = (page: Page) => dialogNamed(page, 'Card to refund');

test.beforeEach(async ({ page, workbench, workplace, signInAs, connectReader }) => {
  await signInAs('User');
  sale = await paidSale(workbench, workplace);
  reader = await connectReader();
  await page.goto('/refund');
  await findPaid(page, sale);
  await page.keyboard.press('F10');
  await expect(openRefundDialog(page)).toBeVisible();
});

test('an open refund goes back to the card that the reader read, after one that was declined and one that was put away, without a mouse', async ({
  page,
  workbench,
}) => {
  await expect(openRefundDialog(page).getByRole('button', { name: 'Process Refund' })).toBeDisabled();
  await page.keyboard.press('F6');
  await reader.cancel();
  await expect(captureDialog(page)).toBeHidden();
  await expect(openRefundDialog(page)).toContainText('No card captured yet');
  await expect(openRefundDialog(page).locator(':focus')).toBeVisible();
  await page.keyboard.press('F6');
  await reader.tap('charge_declined');
  await expect(captureDialog(page)).toContainText('The Transaction was declined');
  await page.keyboard.press('Enter');
  await reader.tap();
  await expect(openRefundDialog(page).getByRole('img', { name: reader.card.shown })).toBeVisible();
  await expect(openRefundDialog(page).getByLabel('Refund amount')).toBeFocused();
  await page.keyboard.type('900000');
  await tabTo(page, openRefundDialog(page).getByLabel('Note'));
  await page.keyboard.type('No receipt');
  await page.keyboard.press('F2');
  await expect(openRefundDialog(page)).toContainText('Failed to Process Refund');
  await expect(openRefundDialog(page)).toContainText('of earlier charges to this card can be refunded');

  await openRefundDialog(page).getByLabel('Refund amount').fill(typedAmount(sale));
  await page.keyboard.press('F2');
  await expect(processed(page)).toBeVisible();
  expect(await refundsOf(workbench, sale)).toEqual([sale.cents]);
  await page.keyboard.press('Enter');
  await expect(openRefundDialog(page)).toBeHidden();
});
