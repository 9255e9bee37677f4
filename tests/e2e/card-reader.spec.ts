import type { Page } from '@playwright/test';
import { paymentKeys } from '@washdesk/rules/company/metadata-keys';
import { paymentsWith } from './support/payments.ts';
import { personWith } from './support/people.ts';
import { placeCardForm, placeReader, typeCard } from './support/reader.ts';
import { joliet, staff } from './support/register.ts';
import { expect, test } from './support/test.ts';

const { site } = joliet;
const dialog = (page: Page) => page.getByRole('dialog');

test.beforeEach(async ({ context, workbench }) => {
  await staff(context, workbench, personWith(workbench.company, 'Cashier'));
});

test('a reader that is away is told; back again it declines, then approves under the same payment', async ({
  context,
  page,
  workbench,
}) => {
  const reader = await placeReader(context, workbench, site);
  await reader.goOffline();
  await page.goto('/charge?amount=12.5&saleid=CARD-1');
  await page.getByRole('button', { name: 'Charge Card' }).click();
  await expect(dialog(page)).toContainText('Error Connecting to Reader - Could not communicate with the Reader.');

  await reader.goOnline();
  await page.keyboard.press('Enter');
  await reader.tap('charge_declined');
  await expect(dialog(page)).toContainText('The Transaction was declined');
  for (const name of ['Reason', 'Risk level', 'Seller message']) await expect(dialog(page)).toContainText(name);

  await page.keyboard.press('Enter');
  await reader.tap('visa');
  await expect(dialog(page)).toBeHidden();
  const payments = await paymentsWith(workbench, paymentKeys.saleId, 'CARD-1');
  expect(payments.map(({ status, amount_received }) => [status, amount_received])).toEqual([['succeeded', 1_250]]);
});

test('a typed card is checked, declined, asked for by its bank, and paid', async ({ context, page, workbench }) => {
  await placeCardForm(context, workbench);
  await page.goto('/charge?amount=7&saleid=CARD-2');
  await page.getByRole('button', { name: 'Charge Card' }).click();
  await typeCard(page, '4242 4242 4242 4242', { cvc: '1' });
  await expect(dialog(page)).toContainText('Your card’s security code is incomplete.');
  await expect(page.getByLabel('Card number')).toBeFocused();
  await typeCard(page, '4000 0000 0000 0002');
  await expect(dialog(page)).toContainText('The Transaction was declined');
  await page.keyboard.press('Enter');
  await typeCard(page, '4000 0027 6000 3184');
  await page.getByRole('button', { name: 'Complete' }).click();
  await expect(dialog(page)).toBeHidden();
});

test('Stripe’s software that does not come is told, and brought by another try', async ({ context, page, workbench }) => {
  const reader = await placeReader(context, workbench, site);
  const scripts = 'https://js.stripe.com/**';
  await page.route(scripts, (route) => route.abort());
  await page.goto('/charge?amount=3&saleid=CARD-3');
  await page.getByRole('button', { name: 'Charge Card' }).click();
  await expect(dialog(page)).toContainText('Failed to Find Reader');
  await expect(dialog(page)).toContainText("Stripe's software for card readers could not be loaded");
  await page.unroute(scripts);
  await page.keyboard.press('Enter');
  await reader.asks();
  await page.keyboard.press('Enter');
  await reader.tap('mastercard');
  await expect(dialog(page)).toBeHidden();
});
