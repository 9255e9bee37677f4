import { expectAccessible } from './support/accessible.ts';
import { choosePlan, fillSignUp, newCustomer, signedUp, signUpButton } from './support/new-customer.ts';
import { personWith } from './support/people.ts';
import { placeReader, stripeOf } from './support/reader.ts';
import { joliet, staff } from './support/register.ts';
import { expect, test } from './support/test.ts';

/** Three operations at Stripe, one after the other, and what follows from them. */
const signingUp = { timeout: 20_000 };

test('a declined sign-up gives way to another only when it is left, and is finished from the customer’s page with the same invoice', async ({
  context,
  page,
  workbench,
}) => {
  await staff(context, workbench, personWith(workbench.company, 'Cashier'));
  const reader = await placeReader(context, workbench, joliet.site);
  const [who, next] = [newCustomer(), newCustomer()];
  await page.goto(`/customers/new?code=${who.plate}`);
  await fillSignUp(page, who);
  await page.keyboard.press('F6');
  await reader.tap('charge_customer_fail');
  await expect(signUpButton(page)).toBeEnabled();
  await page.keyboard.press('F2');
  const failed = page.getByRole('alert', { name: 'Failed Payment' });
  await expect(failed).toBeVisible(signingUp);

  await page.goto(`/customers/new?code=${next.plate}`);
  const unfinished = page.getByRole('alert', { name: 'Another sign-up is not finished' });
  await expect(unfinished).toContainText(
    `${who.firstName} ${who.lastName}, ${who.plate}. It stands still at step 3 of 9 (Start the plan): Failed Payment.`,
  );
  await expectAccessible(page);
  await page.keyboard.press('F2');
  await expect(failed).toBeVisible();
  await page.goBack();
  await expect(unfinished).toBeVisible();
  await page.keyboard.press('F4');
  await expect(page.getByLabel('Plate', { exact: true })).toHaveValue(next.plate);
  await expect(page.getByLabel('Last name', { exact: true })).toHaveValue('');

  const stripe = stripeOf(workbench);
  const customer = (await stripe.customers.list({ email: who.email })).data[0]?.id ?? '';
  const [begun] = (await stripe.subscriptions.list({ customer, status: 'all' })).data;
  await page.goto(`/customers/${customer}`);
  await expect(page.getByText('The first payment has not gone through.')).toBeVisible();
  await page.getByRole('link', { name: 'Sign Up' }).click();
  await expect(page.getByLabel('Plate', { exact: true })).toHaveValue(who.plate);
  await choosePlan(page, who.plan.name);
  await page.keyboard.press('F6');
  await reader.tap('mastercard');
  await expect(signUpButton(page)).toBeEnabled();
  await page.keyboard.press('F2');
  await expect(signedUp(page)).toBeVisible(signingUp);
  const subscriptions = (await stripe.subscriptions.list({ customer, status: 'all' })).data;
  expect(subscriptions).toMatchObject([{ id: begun?.id, status: 'active', latest_invoice: begun?.latest_invoice }]);
});
