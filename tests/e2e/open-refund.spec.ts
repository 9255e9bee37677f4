import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { dropResponse } from './support/lost-response.ts';
import { findPaid, paidSale, refundsFromNow, type PaidSale } from './support/paid-sales.ts';
import { personWith } from './support/people.ts';
import { placeReader, type CardReader } from './support/reader.ts';
import { dialogNamed, patience, processed, refundDuringStripeOutage, stillChecking, typed } from './support/refund-screen.ts';
import { joliet, staff } from './support/register.ts';
import { countCalls } from './support/screen.ts';
import { tabTo } from './support/tab-to.ts';
import { expect, test } from './support/test.ts';

const { site } = joliet;

let sale: PaidSale;
let reader: CardReader;
let refundsMade: Awaited<ReturnType<typeof refundsFromNow>>;

const openRefund = (page: Page) => dialogNamed(page, 'Open Refund');
const captureDialog = (page: Page) => dialogNamed(page, 'Card to refund');
const process = (page: Page) => openRefund(page).getByRole('button', { name: 'Process Refund' });

test.beforeEach(async ({ context, page, workbench }) => {
  await staff(context, workbench, personWith(workbench.company, 'User'));
  sale = await paidSale(workbench);
  refundsMade = await refundsFromNow(workbench);
  reader = await placeReader(context, workbench, site);
  await page.goto('/refund');
  await findPaid(page, sale);
  await page.keyboard.press('F10');
  await expect(openRefund(page)).toBeVisible();
});

/** Everything is filled in and the card is captured. */
async function fillIn(page: Page): Promise<void> {
  await page.keyboard.press('F6');
  await reader.tap('visa');
  await expect(openRefund(page).getByRole('img', { name: /Visa ending in \d{4}/ })).toBeVisible();
  await openRefund(page).getByLabel('Refund amount').fill(typed(sale));
  await openRefund(page).getByLabel('Note').fill('No receipt');
}

/** In this test, once, in full. */
async function expectRefundedOnce(): Promise<void> {
  expect(await refundsMade()).toEqual([[sale.cents, 'succeeded']]);
}

test('an open refund goes back to the card that the reader read, after one that was declined and one that was put away, without a mouse', async ({
  page,
}) => {
  await expect(process(page)).toBeDisabled();
  await page.keyboard.press('F6');
  await reader.cancel();
  await expect(captureDialog(page)).toBeHidden();
  await expect(openRefund(page)).toContainText('No card captured yet');
  await page.keyboard.press('F6');
  await reader.tap('charge_declined');
  await expect(captureDialog(page)).toContainText('The Transaction was declined');
  await page.keyboard.press('Enter');
  await reader.tap('visa');
  await expect(openRefund(page).getByRole('img', { name: /Visa ending in \d{4}/ })).toBeVisible();
  await tabTo(page, openRefund(page).getByLabel('Refund amount'));
  await page.keyboard.type(typed(sale));
  await tabTo(page, openRefund(page).getByLabel('Note'));
  await page.keyboard.type('No receipt');
  await expectAccessible(page);
  await page.keyboard.press('F2');
  await expect(processed(page)).toBeVisible();
  await expectRefundedOnce();
  await page.keyboard.press('Enter');
  await expect(openRefund(page)).toBeHidden();
});

test('two presses are one open refund', async ({ page }) => {
  const calls = countCalls(page, /^\/api\/refund$/);
  await fillIn(page);
  await process(page).dblclick();
  await expect(processed(page)).toBeVisible();
  expect(calls()).toBe(1);
  await expectRefundedOnce();
});

test('an open refund whose answer nobody hears is there after a reload, once', async ({ page }) => {
  await page.route(/\/api\/refund\?/, dropResponse);
  await fillIn(page);
  await page.keyboard.press('F2');
  await expect(stillChecking(page)).toBeVisible(patience);
  await page.reload();
  await expect(processed(page)).toBeVisible();
  await expectRefundedOnce();
});

test('it waits for a Stripe that is away, is never called failed, and is made once', async ({ page, workbench }) => {
  await fillIn(page);
  await refundDuringStripeOutage(page, workbench);
  await expect(processed(page)).toBeVisible(patience);
  await expectRefundedOnce();
});

test('more than was ever paid with the card is refused in plain words', async ({ page }) => {
  await page.keyboard.press('F6');
  await reader.tap('visa');
  await expect(openRefund(page).getByRole('img', { name: /Visa/ })).toBeVisible();
  await openRefund(page).getByLabel('Refund amount').fill('900000');
  await openRefund(page).getByLabel('Note').fill('Too much');
  await page.keyboard.press('F2');
  await expect(openRefund(page)).toContainText('Failed to Process Refund');
  await expect(openRefund(page)).toContainText('of earlier charges of this card can be refunded');
  await expect(openRefund(page).getByLabel('Note')).toHaveValue('Too much');
});

test('a reader that is offline is told, and the form stays', async ({ page }) => {
  await openRefund(page).getByLabel('Note').fill('No receipt');
  await reader.goOffline();
  await page.keyboard.press('F6');
  await expect(page.getByText(/Failed to Find Reader|Error Connecting to Reader/)).toBeVisible();
  await reader.goOnline();
  await page.keyboard.press('Escape');
  await expect(openRefund(page).getByLabel('Note')).toHaveValue('No receipt');
});
