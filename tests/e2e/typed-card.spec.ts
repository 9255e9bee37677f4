import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { cardDialog, chargeButton, charged, expectPaidOnce, nextSale, paymentsOfSale } from './support/charge-screen.ts';
import { expectSignedUpOnce, nowAtStripe } from './support/sign-up-check.ts';
import { fillSignUp, newCustomer, signedUp, signUpButton } from './support/new-customer.ts';
import { personWith } from './support/people.ts';
import { placeReader, stripeOf, typeCard, type CardReader } from './support/reader.ts';
import { joliet, staff } from './support/register.ts';
import { expect, test } from './support/test.ts';

/** Three operations at Stripe, one after the other, and what follows from them. */
const signingUp = { timeout: 20_000 };

const typeInstead = (page: Page) => cardDialog(page).getByRole('button', { name: 'Type Card Instead' });

let reader: CardReader;

test.beforeEach(async ({ context, workbench }) => {
  await staff(context, workbench, personWith(workbench.company, 'Cashier'));
  reader = await placeReader(context, workbench, joliet.site);
});

test.afterEach(() => reader.goOnline());

test('a sale whose reader is offline is typed and paid once; the next one begins with the reader again', async ({ page, workbench }) => {
  const sale = nextSale();
  await reader.goOffline();
  await page.goto(`/charge?amount=12.5&saleid=${sale}`);
  await chargeButton(page).click();
  await expect(cardDialog(page)).toContainText('Error Connecting to Reader');
  await expect(cardDialog(page).getByRole('button', { name: 'Try Again' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('F6');
  await typeCard(page, '4000 0000 0000 0002');
  await expect(cardDialog(page)).toContainText('The Transaction was declined');
  await page.keyboard.press('Enter');
  await typeCard(page);
  await expect(charged(page)).toContainText('Approved');
  expect(await paymentsOfSale(workbench, sale)).toMatchObject([{ latest_charge: { payment_method_details: { type: 'card' } } }]);
  await expectPaidOnce(workbench, sale, 1_250);
  await page.reload();
  await expect(charged(page)).toContainText('Approved');

  await reader.goOnline();
  const next = nextSale();
  await page.goto(`/charge?amount=3&saleid=${next}`);
  await chargeButton(page).click();
  await reader.tap('visa');
  await expect(charged(page)).toContainText('Approved');
  await expectPaidOnce(workbench, next, 300);
});

test('a reader that goes away while it asks leaves its payment to the form, and gets it back', async ({ page, workbench }) => {
  const sale = nextSale();
  await page.goto(`/charge?amount=20&saleid=${sale}`);
  await chargeButton(page).click();
  await reader.asks();
  await reader.goOffline();
  await typeInstead(page).click();
  await expect(page.getByLabel('Card number', { exact: true })).toBeFocused();
  await expectAccessible(page);

  await reader.goOnline();
  await cardDialog(page).getByRole('button', { name: 'Use Card Reader' }).click();
  await reader.asks();
  await reader.goOffline();
  await expect(typeInstead(page)).toBeVisible();
  await page.keyboard.press('F6');
  await typeCard(page, '4000 0027 6000 3184');
  await page.getByRole('button', { name: 'Complete' }).click();
  await expect(charged(page)).toContainText('Approved');
  expect(await paymentsOfSale(workbench, sale)).toHaveLength(1);
  await expectPaidOnce(workbench, sale, 2_000);
});

test('somebody is signed up by a typed card where the reader is offline', async ({ page, workbench }) => {
  const who = newCustomer();
  const since = nowAtStripe();
  await reader.goOffline();
  await page.goto('/customers/new');
  await fillSignUp(page, who);
  await page.keyboard.press('F6');
  await expect(cardDialog(page)).toContainText('Error Connecting to Reader');
  await page.keyboard.press('F6');
  await typeCard(page);
  await expect(page.getByRole('img', { name: 'Visa ending in 4242' })).toBeVisible();
  await expect(signUpButton(page)).toBeEnabled();
  await page.keyboard.press('F2');
  await expect(signedUp(page)).toBeVisible(signingUp);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/customers\/cus_/);
  await expectSignedUpOnce(workbench, who, since);
  const customer = page.url().split('/').at(-1) ?? '';
  const { data } = await stripeOf(workbench).charges.list({ customer });
  expect(data.map(({ status }) => status)).toEqual(['succeeded']);
});
