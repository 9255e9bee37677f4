import { goWithin } from '../bench/screen-change.ts';
import { fillSignUp, newCustomer, signedUp, signUpButton } from './support/new-customer.ts';
import { openApp } from './support/open-app.ts';
import { dialogNamed } from './support/refund-screen.ts';
import { lookUp, resultOf, viewList, viewOnPhone } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test('what a search, a redeem and a transaction lookup find can', async ({ context, page, workbench, newMember, signInAs, view }) => {
  const { edgeCases } = workbench.company;
  const member = workbench.company.members.find(({ id }) => id === edgeCases.ordinary.customer)!;
  await signInAs('SalesManager');
  await openApp(context, page, `/search?searchString=${edgeCases.sharedPlateLive.code}`);
  const found = page.getByRole('region', { name: 'Customers found' });
  await expect(found.getByRole('img', { name: `Plate ${edgeCases.sharedPlateLive.code}` })).toHaveCount(2);
  await expect(found).toContainText('Canceled');
  await view(page, 'Search: several found');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('listbox', { name: 'Found' })).toBeVisible();
  await view(page, 'Palette');
  await page.keyboard.type(member.name.split(' ')[0]!);
  await expect(page.getByRole('group', { name: 'Customers' }).getByRole('option').nth(1)).toBeVisible();
  await view(page, 'Palette: customers found', '[role=dialog]');
  await page.keyboard.press('Escape');
  await goWithin(page, `/search?searchString=${edgeCases.nonStripeClub.code}`);
  await expect(page.getByRole('dialog')).toContainText('Non Stripe club plan active');
  await view(page, 'Search: club plan outside Stripe', '[role=dialog]');
  await page.getByRole('dialog').getByRole('button', { name: 'Ok' }).click();
  await goWithin(page, '/redeemunlimited');
  await lookUp(page, (await newMember()).plate);
  await expect(resultOf(page)).toContainText('Usage recorded');
  await view(page, 'Redeem: usage recorded');
  await goWithin(page, `/transactions?fingerprint=${member.card!.fingerprint}`);
  await expect(page.getByRole('region', { name: /^Charges / })).toBeVisible();
  await view(page, 'Transactions: charges');
  await viewOnPhone(page, view, 'Transactions: charges on a phone');
  await page
    .getByRole('button', { name: /^Receipt of/ })
    .first()
    .click();
  await expect(dialogNamed(page, 'Receipt').locator('iframe')).toBeVisible();
  await view(page, 'Transactions: receipt', '[role=dialog]');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Subscription' }).click();
  await page.getByLabel('Employee Name').fill('Dana Whitfield');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: /^Subscriptions / }).or(page.getByText('No Subscriptions Found'))).toBeVisible();
  await view(page, 'Transactions: subscriptions');
});

test('a sign-up can: filled in, cleared, with a failed payment, beside another one, and done', async ({
  context,
  page,
  workbench,
  workplace,
  signInAs,
  connectReader,
  view,
}) => {
  const [who, next] = [await newCustomer(workbench, workplace), await newCustomer(workbench, workplace)];
  await signInAs('Cashier');
  const reader = await connectReader();
  await openApp(context, page, '/customers/new');
  await fillSignUp(page, who);
  await page.keyboard.press('F6');
  await reader.asks();
  await view(page, 'Sign-up: reader asks', '[role=dialog]');
  await reader.tap('charge_customer_fail');
  await expect(signUpButton(page)).toBeEnabled();
  await view(page, 'Sign-up: filled in');
  await viewList(page, view, { list: 'Promotion', name: 'Sign-up: promotions' });
  await viewList(page, view, { list: 'Make', name: 'Sign-up: makes' });
  await page.keyboard.press('F4');
  await expect(page.getByRole('dialog', { name: 'Clear the form?' })).toBeVisible();
  await view(page, 'Sign-up: clear the form?', '[role=dialog]');
  await page.keyboard.press('Escape');
  await page.keyboard.press('F2');
  await expect(page.getByRole('alert', { name: 'Failed Payment' })).toBeVisible();
  await view(page, 'Sign-up: failed payment');
  await goWithin(page, `/customers/new?code=${next.plate}`);
  await expect(page.getByRole('alert', { name: 'Another sign-up isn’t finished' })).toBeVisible();
  await view(page, 'Sign-up: another one unfinished');
  await page.keyboard.press('F2');
  await expect(page.getByRole('alert', { name: 'Failed Payment' })).toBeVisible();
  await page.keyboard.press('F6');
  await reader.tap();
  await expect(signedUp(page)).toBeVisible();
  await view(page, 'Sign-up: signed up');
});
