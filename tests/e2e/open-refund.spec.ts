import type { Page } from '@playwright/test';
import { dropResponse } from './support/lost-response.ts';
import { findPaid, paidSale, refundsOf, type PaidSale } from './support/paid-sales.ts';
import type { CardReader } from './support/reader.ts';
import { dialogNamed, patience, processed, stillChecking, typed } from './support/refund-screen.ts';
import { keysOfCalls } from './support/screen.ts';
import { tabTo } from './support/tab-to.ts';
import { expect, test } from './support/test.ts';

let sale: PaidSale;
let reader: CardReader;

const openRefund = (page: Page) => dialogNamed(page, 'Open Refund');
const captureDialog = (page: Page) => dialogNamed(page, 'Card to refund');

test.beforeEach(async ({ page, workbench, place, signInAs, connectReader }) => {
  await signInAs('User');
  sale = await paidSale(workbench, place);
  reader = await connectReader();
  await page.goto('/refund');
  await findPaid(page, sale);
  await page.keyboard.press('F10');
  await expect(openRefund(page)).toBeVisible();
});

test('an open refund goes back to the card that the reader read, after one that was declined and one that was put away, without a mouse', async ({
  page,
  workbench,
}) => {
  await expect(openRefund(page).getByRole('button', { name: 'Process Refund' })).toBeDisabled();
  await page.keyboard.press('F6');
  await reader.cancel();
  await expect(captureDialog(page)).toBeHidden();
  await expect(openRefund(page)).toContainText('No card captured yet');
  await page.keyboard.press('F6');
  await reader.tap('charge_declined');
  await expect(captureDialog(page)).toContainText('The Transaction was declined');
  await page.keyboard.press('Enter');
  await reader.tap();
  await expect(openRefund(page).getByRole('img', { name: reader.card.shown })).toBeVisible();
  await tabTo(page, openRefund(page).getByLabel('Refund amount'));
  await page.keyboard.type('900000');
  await tabTo(page, openRefund(page).getByLabel('Note'));
  await page.keyboard.type('No receipt');
  await page.keyboard.press('F2');
  await expect(openRefund(page)).toContainText('Failed to Process Refund');
  await expect(openRefund(page)).toContainText('of earlier charges of this card can be refunded');

  await openRefund(page).getByLabel('Refund amount').fill(typed(sale));
  await page.keyboard.press('F2');
  await expect(processed(page)).toBeVisible();
  expect(await refundsOf(workbench, sale)).toEqual([sale.cents]);
  await page.keyboard.press('Enter');
  await expect(openRefund(page)).toBeHidden();
});

test('two presses are one open refund; its answer, which nobody hears, is there after a reload, once', async ({ page, workbench }) => {
  const keys = keysOfCalls(page, /^\/api\/refund$/);
  await page.route(/\/api\/refund\?/, dropResponse);
  await page.keyboard.press('F6');
  await reader.tap();
  await expect(openRefund(page).getByRole('img', { name: reader.card.shown })).toBeVisible();
  await openRefund(page).getByLabel('Refund amount').fill(typed(sale));
  await openRefund(page).getByLabel('Note').fill('No receipt');
  await openRefund(page).getByRole('button', { name: 'Process Refund' }).dblclick();
  await expect.poll(() => refundsOf(workbench, sale)).toEqual([sale.cents]);
  await expect(stillChecking(page)).toBeVisible(patience);
  expect(keys.size).toBe(1);
  await page.reload();
  await expect(processed(page)).toBeVisible();
  expect(await refundsOf(workbench, sale)).toEqual([sale.cents]);
});
