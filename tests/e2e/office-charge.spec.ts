import type { Page } from '@playwright/test';
import { paymentKeys } from '@washdesk/rules/company/metadata-keys';
import type { Workbench } from '@washdesk/deploy/local/workbench';
import { expectAccessible } from './support/accessible.ts';
import { dropResponse } from './support/lost-response.ts';
import { paymentsWith } from './support/payments.ts';
import { personWith } from './support/people.ts';
import { placeCardForm, placeReader, typeCard, type CardReader } from './support/reader.ts';
import { joliet, staff } from './support/register.ts';
import { duringStripeOutage } from './support/stripe-outage.ts';
import { expect, test } from './support/test.ts';

let number = 0;
/** A reference that no test has used before: it finds the charge at Stripe. */
const nextReference = (): string => `OFFICE-${Date.now()}-${++number}`;

const dialog = (page: Page) => page.getByRole('dialog');
const cardReader = (page: Page) => page.getByRole('button', { name: 'Card Reader' });
const success = (page: Page) => page.getByRole('heading', { name: 'Customer Charge Successfully' });
const referred = (workbench: Workbench, reference: string) => paymentsWith(workbench, paymentKeys.refNumber, reference);

async function expectPaidOnce(workbench: Workbench, reference: string, cents: number): Promise<void> {
  const paid = (await referred(workbench, reference)).filter(({ status }) => status === 'succeeded');
  expect(paid.map(({ amount_received }) => amount_received)).toEqual([cents]);
}

async function fill(page: Page, reference: string, amount = '12.5'): Promise<void> {
  await page.goto('/office/charge');
  await page.getByLabel('Amount').fill(amount);
  await page.getByLabel('Reference number').fill(reference);
}

test.describe('in the office with a reader', () => {
  let reader: CardReader;
  let reference: string;

  test.beforeEach(async ({ context, workbench }) => {
    reference = nextReference();
    await staff(context, workbench, personWith(workbench.company, 'User'));
    reader = await placeReader(context, workbench, joliet.site);
  });

  test('a charge leads to its success, its receipts and the next charge; a reload shows the same', async ({ context, page, workbench }) => {
    await fill(page, reference);
    await page.getByLabel('Description').fill('Fleet wash June');
    await page.getByLabel('Email').fill('ann@fleet.example');
    await cardReader(page).click();
    await reader.tap('visa');
    await expect(page).toHaveURL(/\/office\/chargecomplete\?payment_intent=pi_/);
    await expect(success(page)).toBeVisible();
    await page.reload();
    await expect(success(page)).toBeVisible();
    await expect(page.getByRole('main')).toContainText('$12.50');

    const [payment] = await referred(workbench, reference);
    expect(payment).toMatchObject({
      status: 'succeeded',
      amount_received: 1_250,
      description: 'Fleet wash June',
      receipt_email: 'ann@fleet.example',
    });
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: 'View receipt' }).click();
    const receipt = await opened;
    expect(receipt.url()).toMatch(/^blob:/);
    expect((await receipt.locator('body').textContent())?.replaceAll(/\s/g, '')).toContain('12.50');
    await expect(page.getByRole('link', { name: 'Stripe receipt' })).toHaveAttribute('href', payment!.latest_charge!.receipt_url!);

    await page.getByRole('link', { name: 'Another Charge?' }).click();
    await expect(page).toHaveURL('/office/charge');
    await expect(page.getByLabel('Amount')).toHaveValue('');
    await expectPaidOnce(workbench, reference, 1_250);
  });

  test('a declined card says why and takes another; a cancelled one keeps the form', async ({ page, workbench }) => {
    await fill(page, reference);
    await cardReader(page).click();
    await reader.tap('charge_declined');
    await expect(dialog(page)).toContainText('The Transaction was declined');
    await page.keyboard.press('Enter');
    await reader.cancel();
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByLabel('Reference number')).toHaveValue(reference);
    await cardReader(page).click();
    await reader.tap('visa');
    await expect(success(page)).toBeVisible();
    expect(await referred(workbench, reference)).toHaveLength(1);
    await expectPaidOnce(workbench, reference, 1_250);
  });

  test('a reader that is offline and a Stripe that is away are told; the form stays, and the charge is made once', async ({
    page,
    workbench,
  }) => {
    await reader.goOffline();
    await fill(page, reference);
    await cardReader(page).click();
    await expect(dialog(page)).toContainText(/Failed to Find Reader|Error Connecting to Reader/);
    await reader.goOnline();
    await page.keyboard.press('Escape');
    await duringStripeOutage(workbench, async () => {
      await cardReader(page).click();
      await expect(dialog(page).getByRole('alert')).toBeVisible();
    });
    await page.keyboard.press('Escape');
    await expect(page.getByLabel('Amount')).toHaveValue('12.5');
    await cardReader(page).click();
    await reader.tap('visa');
    await expect(success(page)).toBeVisible();
    await expectPaidOnce(workbench, reference, 1_250);
  });

  test('two presses and a reload in the middle are one charge', async ({ page, workbench }) => {
    await fill(page, reference);
    await cardReader(page).dblclick();
    await reader.asks();
    await page.reload();
    await expect(page.getByLabel('Amount')).toHaveValue('12.5');
    await cardReader(page).click();
    // the reader may still ask for the page that is gone
    await expect(dialog(page)).toContainText('Present, insert or swipe the card');
    await reader.tap('visa');
    await expect(success(page)).toBeVisible();
    expect(await referred(workbench, reference)).toHaveLength(1);
    await expectPaidOnce(workbench, reference, 1_250);
  });

  test('a reload between the card and its answer shows the success', async ({ page, workbench }) => {
    await page.route('**/api/paymentintent/*/capture', dropResponse);
    await fill(page, reference);
    await cardReader(page).click();
    await reader.tap('visa');
    await expect.poll(async () => (await referred(workbench, reference)).map(({ status }) => status)).toEqual(['succeeded']);
    await page.reload();
    await expect(success(page)).toBeVisible();
    await expectPaidOnce(workbench, reference, 1_250);
  });

  test('hands need no mouse', async ({ page, workbench }) => {
    await page.goto('/office/charge');
    await expect(page.getByLabel('Amount')).toBeFocused();
    await page.keyboard.type('600');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Fleet wash');
    await page.keyboard.press('Tab');
    await page.keyboard.type(reference);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Please confirm the amount first.')).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('checkbox', { name: 'I confirm that $600.00 is to be charged' })).toBeFocused();
    await page.keyboard.press('Space');
    await page.keyboard.press('F2');
    await reader.tap('visa');
    await expect(success(page)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Amount')).toBeFocused();
    await expectPaidOnce(workbench, reference, 60_000);
  });
});

test('without a reader the card is typed in', async ({ context, page, workbench }) => {
  const reference = nextReference();
  await staff(context, workbench, personWith(workbench.company, 'User'));
  await placeCardForm(context, workbench);
  await fill(page, reference, '3');
  await expect(cardReader(page)).toBeDisabled();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Card Form' }).click();
  await typeCard(page);
  await expect(success(page)).toBeVisible();
  await expectAccessible(page);
  await expectPaidOnce(workbench, reference, 300);
});

test('up to 50 cents the API says what is missing', async ({ context, page, workbench }) => {
  await staff(context, workbench, personWith(workbench.company, 'User'));
  await placeCardForm(context, workbench);
  await fill(page, nextReference(), '.50');
  await expect(page.getByText('Up to $0.50 no money moves')).toBeVisible();
  await page.getByRole('button', { name: 'Card Form' }).click();
  await expect(dialog(page)).toContainText('Failed to setup payment');
  await expect(dialog(page)).toContainText('a customer is needed');
});

test('the office’s tools are those of one’s roles', async ({ context, page, workbench }) => {
  await staff(context, workbench, personWith(workbench.company, 'SalesManager'));
  await page.goto('/office/');
  const tools = page.getByRole('main').getByRole('listitem');
  await expect(tools).toHaveCount(3);
  for (const name of ['Office charge', 'Schedule release', 'Plate lookup']) await expect(tools.filter({ hasText: name })).toBeVisible();
  await expectAccessible(page);
  await tools.getByRole('link', { name: 'Office charge' }).click();
  await page.getByRole('tab', { name: 'Refund' }).click();
  await expect(page).toHaveURL('/refund');
});
