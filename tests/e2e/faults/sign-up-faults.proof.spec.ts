import type { Page } from '@playwright/test';
import {
  failedPayment,
  field,
  choosePlan,
  fillSignUp,
  newCustomer,
  prepareSignUp,
  readCard,
  signedUp,
  signUpButton,
  type NewCustomer,
} from '../support/new-customer.ts';
import { expectSignedUpOnce, nowAtStripe } from '../support/sign-up-check.ts';
import { stripeOf, typeCard, type CardReader } from '../support/stripe/reader.ts';
import { expect, test } from '../support/test.ts';

const cardDialog = (page: Page) => page.getByRole('dialog', { name: 'Capture Card' });

let reader: CardReader;
let who: NewCustomer;

test.beforeEach(async ({ workbench, workplace, signInAs, connectReader }) => {
  await signInAs('Cashier');
  reader = await connectReader();
  who = await newCustomer(workbench, workplace);
});

test('a card that is taken back costs nothing that was typed; where the reader is offline it is typed, and pays', async ({
  page,
  workbench,
}) => {
  const since = nowAtStripe();
  await page.goto('/customers/new');
  await fillSignUp(page, who);
  await page.keyboard.press('F6');
  await reader.cancel();
  await expect(cardDialog(page)).toBeHidden();
  await reader.goOffline();
  await page.keyboard.press('F6');
  await expect(cardDialog(page)).toContainText('Error Connecting to Reader');
  await page.keyboard.press('Escape');
  await expect(field(page, 'Last name')).toHaveValue(who.lastName);
  await page.keyboard.press('F6');
  await expect(cardDialog(page)).toContainText('Error Connecting to Reader');
  await page.keyboard.press('F6');
  await typeCard(page, reader.card.number);
  await expect(page.getByRole('img', { name: reader.card.shown })).toBeVisible();
  await expect(signUpButton(page)).toBeEnabled();
  await page.keyboard.press('F2');
  await expect(signedUp(page)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/customers\/cus_/);
  await expectSignedUpOnce(workbench, who, since);
  const customer = page.url().split('/').at(-1) ?? '';
  const { data } = await stripeOf(workbench).charges.list({ customer });
  expect(data.map(({ status }) => status)).toEqual(['succeeded']);
});

test('a reload at each step continues where it stood, and nothing happens twice', async ({ page, workbench }) => {
  const since = nowAtStripe();
  const reloads: string[] = [];
  await prepareSignUp(page, who, reader);
  for (const path of ['customer', 'paymentmethods/attach', 'subscription', 'firebird/customer']) {
    await page.route(
      `**/api/${path}`,
      async (route) => {
        await route.fetch();
        reloads.push(path);
        await page.reload();
      },
      { times: 1 },
    );
  }
  await page.keyboard.press('F2');
  await expect(signedUp(page)).toBeVisible();
  expect(reloads).toEqual(['customer', 'paymentmethods/attach', 'subscription', 'firebird/customer']);
  await expectSignedUpOnce(workbench, who, since);
});

test('a declined sign-up gives way to another only when it is left, and is finished from the customer’s page with the same invoice', async ({
  page,
  workbench,
  workplace,
}) => {
  const next = await newCustomer(workbench, workplace);
  await page.goto(`/customers/new?code=${who.plate}`);
  await fillSignUp(page, who);
  await readCard(page, reader, 'charge_customer_fail');
  await page.keyboard.press('F2');
  await expect(failedPayment(page)).toBeVisible();

  await page.goto(`/customers/new?code=${next.plate}`);
  const unfinished = page.getByRole('alert', { name: 'Another sign-up isn’t finished' });
  await expect(unfinished).toContainText(
    `${who.firstName} ${who.lastName}, ${who.plate}. It’s on hold at step 3 of 9 (Start the plan): Failed Payment.`,
  );
  await page.keyboard.press('F2');
  await expect(failedPayment(page)).toBeVisible();
  await page.goBack();
  await expect(unfinished).toBeVisible();
  await page.keyboard.press('F4');
  await expect(field(page, 'Plate')).toHaveValue(next.plate);
  await expect(field(page, 'Last name')).toHaveValue('');

  const stripe = stripeOf(workbench);
  const customer = (await stripe.customers.list({ email: who.email })).data[0]?.id ?? '';
  const [begun] = (await stripe.subscriptions.list({ customer, status: 'all' })).data;
  await page.goto(`/customers/${customer}`);
  await expect(page.getByText('The first payment hasn’t gone through.')).toBeVisible();
  await page.getByRole('link', { name: 'Sign Up' }).click();
  await expect(field(page, 'Plate')).toHaveValue(who.plate);
  await choosePlan(page, who.plan.name);
  await readCard(page, reader);
  await page.keyboard.press('F2');
  await expect(signedUp(page)).toBeVisible();
  const subscriptions = (await stripe.subscriptions.list({ customer, status: 'all' })).data;
  expect(subscriptions).toMatchObject([{ id: begun?.id, status: 'active', latest_invoice: begun?.latest_invoice }]);
});
